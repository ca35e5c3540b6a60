import { expect, test } from "vitest";
import { comparable } from "./comparing";

const compared = (theirs: Record<string, unknown>, mine: Record<string, unknown>) =>
  comparable({ theirs, mine, message: "" });

test("only what the form would change is compared", () => {
  const theirs = { name: "a", description: "theirs", version: 3 };
  expect(compared(theirs, { description: "mine" })).toEqual([
    { description: "theirs" },
    { description: "mine" },
  ]);
});

test("a secret is shown on neither side", () => {
  expect(compared({ password: "********" }, { password: "new" })).toEqual([
    { password: "********" },
    { password: "********" },
  ]);
});

test("the fields of a site are compared without the object they are sent in", () => {
  const theirs = { id: 7, name: "Main", client: 2 };
  expect(compared(theirs, { site: { name: "Office", client: 2 } })).toEqual([
    { name: "Main", client: 2 },
    { name: "Office", client: 2 },
  ]);
});

test("custom fields are compared one by one, by their names", () => {
  const stored = { field: 3, name: "Owner", type: "text", string_value: "Ada" };
  const mine = [
    { field: 3, string_value: "Bob" },
    { field: 4, bool_value: true },
  ];
  expect(compared({ custom_fields: [stored] }, { custom_fields: mine })).toEqual([
    { custom_fields: { Owner: "Ada", 4: undefined } },
    { custom_fields: { Owner: "Bob", 4: true } },
  ]);
  expect(compared({ custom_fields: [stored] }, { custom_fields: [] })).toEqual([
    { custom_fields: {} },
    { custom_fields: {} },
  ]);
});

test("of an agent's own update settings only the rules are compared", () => {
  const theirs = { winupdatepolicy: [{ id: 5, agent: 1, critical: "approve", low: "ignore" }] };
  expect(compared(theirs, { winupdatepolicy: [{ critical: "manual", low: "ignore" }] })).toEqual([
    { winupdatepolicy: { critical: "approve", low: "ignore" } },
    { winupdatepolicy: { critical: "manual", low: "ignore" } },
  ]);
});

test("a policy of remote sessions is compared without what applies beside it", () => {
  const theirs = { policy: { server: { files: { allowed: false } } }, effective: {}, layers: [] };
  const mine = { server: { files: { allowed: true } } };
  expect(compared(theirs, mine)).toEqual([{ server: { files: { allowed: false } } }, mine]);
});
