import { expect, test } from "vitest";
import type { Schema } from "../api/client";
import {
  allEntries,
  changedEntries,
  draftOf,
  draftOfEntry,
  emptyDraft,
  entryOf,
  fieldValue,
  initialDrafts,
  valueText,
} from "./drafts";

function definition(id: number, type: Schema<"CustomFieldType">, more = {}) {
  const defaults = {
    default_value_string: "",
    default_value_bool: false,
    default_values_multiple: [],
  };
  return { id, type, ...defaults, ...more } as unknown as Schema<"CustomField">;
}

const definitions = [
  definition(1, "text", { default_value_string: "standard" }),
  definition(2, "checkbox", { default_value_bool: true }),
  definition(3, "multiple"),
];

test("a form begins with stored values, else with the defaults", () => {
  const stored = { field: 1, type: "text", string_value: "mine" } as Schema<"CustomFieldValue">;
  expect(initialDrafts(definitions, [stored])).toEqual({ 1: "mine", 2: true, 3: [] });
});

test("a field that is not among the values has its default", () => {
  const value = {
    field: 9,
    type: "text",
    string_value: "of another",
  } as Schema<"CustomFieldValue">;
  const more = definition(4, "multiple", { default_values_multiple: ["a", "b"] });
  const held = [...definitions, more].map((one) => fieldValue(one, [value]));
  expect(held.map(({ string_value }) => string_value)).toEqual(["standard", "true", "", "a,b"]);
  expect(held.map(valueText)).toEqual(["standard", "yes", "", "a, b"]);
  const own = { field: 1, type: "text", string_value: "" } as Schema<"CustomFieldValue">;
  expect(fieldValue(definitions[0] as Schema<"CustomField">, [own]).string_value).toBe("");
});

test("only what was changed is sent, and an emptied text is cleared", () => {
  const before = initialDrafts(definitions);
  const after = { ...before, 1: "", 3: ["a"] };
  expect(changedEntries(before, after)).toEqual([
    { field: 1, string_value: null },
    { field: 3, multiple_value: ["a"] },
  ]);
  expect(changedEntries(before, before)).toEqual([]);
});

test("something new is sent with all its values", () => {
  expect(allEntries({ 1: "x", 2: false, 3: [], 4: "" })).toEqual([
    { field: 1, string_value: "x" },
    { field: 2, bool_value: false },
  ]);
});

test("an entry goes back into its input as it came out, and nothing has the shape of its type", () => {
  const drafts = ["text", true, ["a", "b"], ""];
  expect(drafts.map((draft) => draftOfEntry(entryOf(1, draft)))).toEqual(drafts);
  expect(definitions.map(emptyDraft)).toEqual(["", false, []]);
});

test("values read as people write them", () => {
  const value = (type: string, more: object) =>
    valueText({ type, string_value: "", ...more } as Schema<"CustomFieldValue">);
  expect(value("checkbox", { string_value: "false", bool_value: false })).toBe("no");
  expect(value("checkbox", { string_value: "true", bool_value: true })).toBe("yes");
  expect(value("multiple", { multiple_value: ["new", "loan"] })).toBe("new, loan");
  expect(value("datetime", { string_value: "2028-03-31T12:00:00Z" })).toContain("2028");
  expect(value("datetime", { string_value: "2028-03-31T12:00:00Z" })).not.toContain("T");
  expect(value("datetime", { string_value: "" })).toBe("");
  expect(value("number", { string_value: "42.5" })).toBe("42.5");
});

test("a value that a script printed in colours is read and edited without the codes", () => {
  const printed = "\u001b[31mdisk failing\u001b[0m\r\n 10%\r100%";
  const value = { type: "text", string_value: printed } as Schema<"CustomFieldValue">;
  expect(valueText(value)).toBe("disk failing\n100%");
  expect(draftOf(value)).toBe("disk failing\n100%");
  // Nothing was edited, so nothing is sent.
  const before = initialDrafts(definitions, [{ ...value, field: 1 }]);
  expect(changedEntries(before, { ...before })).toEqual([]);
});
