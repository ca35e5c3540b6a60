import { expect, test } from "vitest";
import { find, ranked, reasonOf } from "./hits";

const agent = {
  hostname: "DESKTOP-00004",
  client_name: "Abel & Partners",
  site_name: "Main",
  logged_username: "fatima",
  description: "Payroll",
  operating_system: "Windows 11 Pro",
  public_ip: "198.51.100.7",
  local_ips: "10.0.0.4",
  make_model: "OptiPlex",
  serial_number: "X9",
  custom_fields: [{ field: 7, string_value: "Rack 12" }],
} as unknown as Parameters<typeof reasonOf>[0];

const nameOf = (field: number) => (field === 7 ? "Place" : undefined);

test("what begins with the words comes first, and all words must be there", () => {
  const all = ["Clear the print queue", "Print a page", "Reboot"].map((label) => ({ label }));
  expect(find(all, "print").shown.map(({ label }) => label)).toEqual([
    "Print a page",
    "Clear the print queue",
  ]);
  expect(find(all, "print queue").shown).toHaveLength(1);
  expect(find([{ label: "Main", also: "Acme" }], "acme main").shown).toHaveLength(1);
});

test("a host that is called so comes before those that only mention it", () => {
  const found = ["backup-of-vm", "vm-2", "printer", "VM"];
  expect(ranked(found, (name) => name, "vm")).toEqual(["VM", "vm-2", "backup-of-vm", "printer"]);
});

test("of many only a few are shown, and the rest is counted", () => {
  const all = Array.from({ length: 20 }, (_, number) => ({ label: `site ${number}` }));
  expect(find(all, "site")).toMatchObject({ more: 14 });
  expect(find(all, "site").shown).toHaveLength(6);
});

test("an agent that was not found by its name says why", () => {
  expect(reasonOf(agent, "fatima", nameOf)).toBe("User: fatima");
  expect(reasonOf(agent, "user:fatima", nameOf)).toBe("User: fatima");
  expect(reasonOf(agent, '"rack 12" 198.51', nameOf)).toBe(
    "Place: Rack 12 · Public address: 198.51.100.7",
  );
});

test("what can be seen needs no reason", () => {
  expect(reasonOf(agent, "desktop abel", nameOf)).toBe("");
  expect(reasonOf(agent, "-linux is:online", nameOf)).toBe("");
});
