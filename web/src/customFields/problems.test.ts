import { expect, test } from "vitest";
import { Problem } from "../api/problem";
import { inputName, isInputName, namedByField } from "./problems";

const refused = (fields: Record<string, string[]>) =>
  new Problem("The input is not valid.", 400, "invalid", fields, "r1");

test("a refused value is named after its field, whatever place it was sent in", () => {
  const problem = refused({
    "client.name": ["This name is already used."],
    "custom_fields[1].string_value": ["Must be a number."],
  });
  const sent = [{ field: 3 }, { field: 9 }];
  const named = namedByField(problem, sent, []);
  expect(named.fields).toEqual({
    "client.name": ["This name is already used."],
    [inputName(9)]: ["Must be a number."],
  });
  expect([named.message, named.requestId]).toEqual(["The input is not valid.", "r1"]);
});

test("required fields that were not sent are each named", () => {
  const problem = refused({ custom_fields: ["Owner is required.", "room is required."] });
  const definitions = [
    { id: 3, name: "Owner" },
    { id: 4, name: "Room" },
  ];
  expect(namedByField(problem, [], definitions).fields).toEqual({
    [inputName(3)]: ["Owner is required."],
    [inputName(4)]: ["room is required."],
  });
});

test("what belongs to no field keeps the name it has", () => {
  const fields = { custom_fields: ["Must be a list."], "site.custom_fields[0].field": ["No."] };
  expect(namedByField(refused(fields), [], []).fields).toEqual(fields);
  expect([isInputName(inputName(3)), isInputName("name")]).toEqual([true, false]);
});
