import { expect, test } from "vitest";
import { summaryOf } from "./summary";

const server = {
  hostname: "SRV-00000",
  status: "online" as const,
  client_name: "Acme",
  site_name: "Head office",
  description: "Payroll - do not reboot before 18:00",
  logged_username: "chen",
  italic: false,
  boot_time: 1_000,
  maintenance_mode: false,
};
const NOW = (1_000 + 3 * 86_400) * 1_000;

const facts = (changes: Partial<typeof server>) =>
  Object.fromEntries(summaryOf({ ...server, ...changes } as typeof server, NOW));

test("a computer is identified by its site, its user, its uptime and its description", () => {
  expect(facts({})).toEqual({
    Client: "Acme",
    Site: "Head office",
    User: "chen is logged in",
    Uptime: "3\u00a0d",
    Description: "Payroll - do not reboot before 18:00",
    Maintenance: null,
  });
});

test("a user who has left is distinguished from one who is logged in, and unknown values are not guessed", () => {
  expect(facts({ italic: true }).User).toBe("Nobody is logged in (last: chen)");
  expect(facts({ italic: true, logged_username: "" }).User).toBe("Nobody is logged in");
  expect(facts({ boot_time: undefined as unknown as number }).Uptime).toBe("unknown");
  expect(facts({ status: "offline" as "online" }).Uptime).toBe("unknown");
});
