import { expect, test } from "vitest";
import { countErrors } from "./formErrors";
import { ui } from "./messages";

test("fields whose problem was corrected no longer count", () => {
  expect(
    countErrors({ name: "Enter a name.", timeout: null, args: "", code: "Enter the code." }),
  ).toBe(2);
  expect([ui.problems(1), ui.problems(3)]).toEqual([
    "Fix 1 problem to save.",
    "Fix 3 problems to save.",
  ]);
  expect(ui.problemsFirst(2)).toBe("Fix 2 problems first.");
});
