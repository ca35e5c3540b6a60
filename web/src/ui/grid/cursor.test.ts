import { expect, test } from "vitest";
import { moved } from "./cursor";

const extent = { rows: 100, columns: 5, page: 20 };
const press = (row: number, column: number, key: string, ctrl = false) => {
  const to = moved({ row, column }, key, ctrl, extent);
  return to && [to.row, to.column];
};

test("arrows move by one and stop at the edges", () => {
  expect(press(3, 2, "ArrowDown")).toEqual([4, 2]);
  expect(press(99, 2, "ArrowDown")).toEqual([99, 2]);
  expect(press(3, 0, "ArrowLeft")).toEqual([3, 0]);
  expect(press(3, 4, "ArrowRight")).toEqual([3, 4]);
});

test("the header is above the first row, and paging does not enter it", () => {
  expect(press(0, 1, "ArrowUp")).toEqual([-1, 1]);
  expect(press(-1, 1, "ArrowUp")).toEqual([-1, 1]);
  expect(press(10, 1, "PageUp")).toEqual([0, 1]);
  expect(press(90, 1, "PageDown")).toEqual([99, 1]);
});

test("Home and End go along the row, with Ctrl through the rows", () => {
  expect(press(3, 2, "Home")).toEqual([3, 0]);
  expect(press(3, 2, "End")).toEqual([3, 4]);
  expect(press(3, 2, "Home", true)).toEqual([0, 2]);
  expect(press(3, 2, "End", true)).toEqual([99, 2]);
});

test("other keys do not move", () => {
  expect(press(3, 2, "a")).toBeNull();
  expect(press(3, 2, "ArrowDown", true)).toBeNull();
});
