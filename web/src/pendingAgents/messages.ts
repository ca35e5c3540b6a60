import { count, texts } from "../texts/texts";
import type { PendingAgent } from "./queries";

export const pendingAgents = texts({
  title: "Waiting for approval",
  about:
    "These computers have enrolled, but are not managed until somebody approves them. On the computer, muster-agent status shows the fingerprint of its key.",
  waiting: (computers: number) =>
    `${count(computers, "computer")} ${computers === 1 ? "waits" : "wait"} for approval.`,
  show: "Show",
  computer: "Computer",
  claim: "Would become",
  isNew: "A new agent",
  place: "Client and site",
  address: "Address",
  fingerprint: "Fingerprint",
  since: "Since",
  platform: { windows: "Windows", linux: "Linux", darwin: "macOS" } satisfies Record<
    PendingAgent["plat"],
    string
  >,
  approve: "Approve",
  reject: "Reject",
  approveLabel: (hostname: string) => `Approve ${hostname}`,
  rejectLabel: (hostname: string) => `Reject ${hostname}`,
  approved: (hostname: string) => `${hostname} was approved. It connects within a minute.`,
  rejected: (hostname: string) => `${hostname} was rejected.`,
});
