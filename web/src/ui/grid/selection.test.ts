import { expect, test } from "vitest";
import { extentOf, toggledRow, withRange } from "./selection";

const ids = ["a", "b", "c", "d"];

test("a row is ticked and unticked", () => {
  expect([...toggledRow(new Set(["a"]), "b")]).toEqual(["a", "b"]);
  expect([...toggledRow(new Set(["a"]), "a")]).toEqual([]);
});

test("a range goes both ways and keeps what was chosen before", () => {
  expect([...withRange(new Set(["a"]), ids, 3, 2)].toSorted()).toEqual(["a", "c", "d"]);
  expect([...withRange(new Set(), ids, -1, 1)]).toEqual(["a", "b"]);
});

test("all means every row that is there, whatever else is chosen", () => {
  expect(extentOf(new Set(), ids)).toBe("none");
  expect(extentOf(new Set(["gone", "b"]), ids)).toBe("some");
  expect(extentOf(new Set([...ids, "gone"]), ids)).toBe("all");
});
