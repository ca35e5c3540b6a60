import { expect, test } from "vitest";
import { MOST_FOUND, placesOf } from "./findInOutput";

test("words are found whatever their case, and taken as they are written", () => {
  expect(placesOf("Größe a.b GRÖSSE größe axb", "größe")).toEqual([
    [0, 5],
    [17, 22],
  ]);
  expect(placesOf("Größe a.b GRÖSSE größe axb", "a.b")).toEqual([[6, 9]]);
  expect(placesOf("(x) [y] \\d", "\\d")).toEqual([[8, 10]]);
});

test("nothing is found by nothing, and not more than can be shown", () => {
  expect(placesOf("text", "")).toEqual([]);
  expect(placesOf("x".repeat(10_000), "x")).toHaveLength(MOST_FOUND);
});
