import { expect, test } from "vitest";
import { bodyOf, choices, valuesOf } from "./limits";

const stored = {
  id: 3,
  name: "door",
  value: "********",
  secret: true,
  allowed_clients: [1],
  allowed_scripts: [2, 9],
  allow_adhoc: false,
  created_by: "",
  created_time: "",
  modified_by: "",
  modified_time: "",
};

test("a form begins with what is stored, and never with the mask", () => {
  expect(valuesOf(stored)).toEqual({
    name: "door",
    value: "",
    secret: true,
    allowed_clients: ["1"],
    allowed_scripts: ["2", "9"],
    allow_adhoc: false,
  });
  expect(valuesOf()).toMatchObject({ secret: true, allowed_clients: [], allow_adhoc: true });
});

test("keys are sent as numbers, and a secret only when it was typed", () => {
  expect(bodyOf({ ...valuesOf(stored), value: "" }, true)).toEqual({
    name: "door",
    secret: true,
    allowed_clients: [1],
    allowed_scripts: [2, 9],
    allow_adhoc: false,
  });
  expect(bodyOf({ ...valuesOf(stored), value: "new" }, false)).toMatchObject({ value: "new" });
});

test("what was deleted stays a choice", () => {
  expect(choices([{ id: 2, name: "Tidy" }], ["2", "9"])).toEqual([
    { value: "2", label: "Tidy" },
    { value: "9", label: "#9" },
  ]);
});
