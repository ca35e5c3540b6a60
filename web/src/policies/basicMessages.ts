import { texts } from "../texts/texts";
import type { BasicPolicy } from "./queries";

export const basic = texts({
  title: "Basic monitoring",
  about:
    "Makes a policy with checks of disks, memory, processor, services, restarts, backups and certificates, with thresholds that suit most computers. Assign it afterwards.",
  for: "For",
  kinds: { server: "Servers", workstation: "Workstations" } satisfies Record<
    BasicPolicy["kind"],
    string
  >,
  name: "Name",
  names: {
    server: "Basic monitoring (servers)",
    workstation: "Basic monitoring (workstations)",
  } satisfies Record<BasicPolicy["kind"], string>,
  made: (name: string) => `${name} was added.`,
});
