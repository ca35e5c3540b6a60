import { expect, test } from "vitest";
import { chosenOf, everyOf, maskOf } from "./masks";

test("a mask is what is chosen, and what is chosen is the mask", () => {
  expect(chosenOf(0b100_0001)).toEqual(["0", "6"]);
  expect(maskOf(["6", "0", "6"])).toBe(65);
});

test("the last day of a month, bit 31, is a number like the others", () => {
  expect(maskOf(["31"])).toBe(2_147_483_648);
  expect(chosenOf(2_147_483_649)).toEqual(["0", "31"]);
  expect(maskOf(everyOf(32))).toBe(4_294_967_295);
});

test("nothing chosen is no mask at all", () => {
  expect([maskOf([]), chosenOf(null), chosenOf(0)]).toEqual([null, [], []]);
});
