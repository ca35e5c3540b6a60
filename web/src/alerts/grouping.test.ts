import { expect, test } from "vitest";
import { byClient, bySeverity, type Countable } from "./grouping";

const IDS: Record<string, number> = { Acme: 1, Beta: 2, Zeta: 3 };

const alert = (severity: Countable["severity"], client: string | null): Countable => ({
  severity,
  client,
  client_id: client ? (IDS[client] ?? null) : null,
});

const OPEN = [
  alert("warning", "Acme"),
  alert("warning", "Acme"),
  alert("error", "Zeta"),
  alert("info", "Zeta"),
  alert("error", null),
  alert("warning", "Beta"),
  alert("warning", "Beta"),
];

test("alerts are counted by severity, and none has its zeros", () => {
  expect(bySeverity(OPEN)).toEqual({ error: 2, warning: 4, info: 1 });
  expect(bySeverity([])).toEqual({ error: 0, warning: 0, info: 0 });
});

test("the client with the worst comes first, and what is about no client last", () => {
  expect(byClient(OPEN)).toEqual([
    { id: 3, client: "Zeta", total: 2, worst: "error", counts: { error: 1, warning: 0, info: 1 } },
    {
      id: 1,
      client: "Acme",
      total: 2,
      worst: "warning",
      counts: { error: 0, warning: 2, info: 0 },
    },
    {
      id: 2,
      client: "Beta",
      total: 2,
      worst: "warning",
      counts: { error: 0, warning: 2, info: 0 },
    },
    { id: null, client: null, total: 1, worst: "error", counts: { error: 1, warning: 0, info: 0 } },
  ]);
});
