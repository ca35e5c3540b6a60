import { expect, test } from "vitest";
import { firstWrong, isAddress, isTelephoneNumber, tidyNumber } from "./recipients";

test("addresses of e-mail are recognised", () => {
  const right = ["ops@example.com", "a.b+c@host", "o'neil@sub.example.org"];
  const wrong = ["", "ops", "@example.com", "ops@", "a b@example.com", "a@b@c.de", "a@.de"];
  expect(right.filter((text) => !isAddress(text))).toEqual([]);
  expect(wrong.filter(isAddress)).toEqual([]);
  expect(isAddress(`${"a".repeat(250)}@b.de`)).toBe(false);
});

test("telephone numbers begin with a plus and have 6 to 15 digits", () => {
  expect(["+491701234567", "+123456"].every(isTelephoneNumber)).toBe(true);
  expect(
    ["0170 1234567", "+12345", `+${"1".repeat(16)}`, "+49a12345"].some(isTelephoneNumber),
  ).toBe(false);
});

test("numbers as people write them are tidied, and what is no number stays as it was typed", () => {
  expect(tidyNumber("+49 (170) 123-45.67")).toBe("+491701234567");
  expect(tidyNumber("0049 170 1234567")).toBe("+491701234567");
  expect(tidyNumber(" call me ")).toBe("call me");
});

test("the first wrong entry is named", () => {
  expect(firstWrong(["a@b.de", "x", "y"], isAddress)).toBe("x");
  expect(firstWrong([], isAddress)).toBeUndefined();
});
