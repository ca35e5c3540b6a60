import { expect, test } from "vitest";
import { KeySequence, SECOND_KEY } from "./keySequence";

/** What each of these keys means, pressed one after the other. */
function pressed(keys: string, pause = 100): (string | null)[] {
  const sequence = new KeySequence("g");
  return [...keys].map((key, index) => sequence.press(key, index * pause));
}

test("the second key counts after the first, and only once", () => {
  expect(pressed("gaa")).toEqual([null, "a", null]);
  expect(pressed("aga")).toEqual([null, null, "a"]);
});

test("the first key may be the second one as well", () => {
  expect(pressed("ggg")).toEqual([null, "g", null]);
});

test("the second key may come late, but not too late", () => {
  expect(pressed("ga", SECOND_KEY - 1)).toEqual([null, "a"]);
  expect(pressed("ga", SECOND_KEY)).toEqual([null, null]);
});
