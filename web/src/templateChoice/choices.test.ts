import { expect, test } from "vitest";
import { templateChoices } from "./choices";

const all = [
  { id: 2, name: "Servers", is_active: true },
  { id: 1, name: "Night", is_active: false },
];

test("templates are listed by name, and one that is not active says so", () => {
  expect(templateChoices(all, 2)).toEqual([
    { value: "1", label: "Night (not active)" },
    { value: "2", label: "Servers" },
  ]);
});

test("a template that is set but cannot be read is still a choice", () => {
  expect(templateChoices([], 7)).toEqual([{ value: "7", label: "Template 7" }]);
  expect(templateChoices([], null)).toEqual([]);
});
