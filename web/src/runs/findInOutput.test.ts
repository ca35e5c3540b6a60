import { expect, test } from "vitest";
import { MOST_FOUND, matchesIn } from "./findInOutput";

test("words are found whatever their case, and taken as they are written", () => {
  expect(matchesIn("Größe a.b GRÖSSE größe axb", "größe")).toEqual([
    [0, 5],
    [17, 22],
  ]);
  expect(matchesIn("Größe a.b GRÖSSE größe axb", "a.b")).toEqual([[6, 9]]);
  expect(matchesIn("(x) [y] \\d", "\\d")).toEqual([[8, 10]]);
});

test("nothing is found by nothing, and not more than can be shown", () => {
  expect(matchesIn("text", "")).toEqual([]);
  expect(matchesIn("x".repeat(10_000), "x")).toHaveLength(MOST_FOUND);
});
