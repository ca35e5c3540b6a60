import { expect, test } from "vitest";
import type { Client } from "./queries";
import { treeOrder } from "./treeOrder";

const one = (name: string, error: number, warning: number, sites: object[] = []) =>
  ({ name, failing_checks: { error, warning }, agents_overdue: 0, sites }) as unknown as Client;
const names = (clients: Client[]) => clients.map(({ name }) => name);

const clients = [
  one("Acme", 0, 0),
  one("Bolt", 0, 1),
  one("Core", 2, 0, [one("Hall", 0, 0), one("Yard", 1, 0)]),
  one("Dune", 0, 0),
];

test("failing clients come first, then warnings, each by name as before", () => {
  const ordered = treeOrder(clients, "alphafail");
  expect(names(ordered)).toEqual(["Core", "Bolt", "Acme", "Dune"]);
  expect(names(ordered[0]?.sites as unknown as Client[])).toEqual(["Yard", "Hall"]);
});

test("by name the order stays as it is", () => {
  expect(treeOrder(clients, "alpha")).toBe(clients);
});

test("a client with overdue agents comes with the failing ones", () => {
  const away = { ...one("Echo", 0, 0), agents_overdue: 3 };
  expect(names(treeOrder([...clients, away], "alphafail"))).toEqual([
    "Core",
    "Echo",
    "Bolt",
    "Acme",
    "Dune",
  ]);
});
