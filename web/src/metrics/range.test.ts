import { expect, test } from "vitest";
import {
  closer,
  earlier,
  farther,
  filtersOf,
  filtersOfRange,
  fitted,
  KEYS,
  later,
  type TimeWindow,
  viewOf,
  windowOf,
} from "./range";

const seconds = (text: string) => Date.parse(text) / 1000;
const NOW = seconds("2026-11-17T14:04:20Z");
const window = (from: string, to: string): TimeWindow => ({
  from: seconds(`2026-11-${from}Z`),
  to: seconds(`2026-11-${to}Z`),
});

test("without words in the address the last day is shown, to the end of this minute", () => {
  const view = viewOf({});
  expect(view).toEqual({ range: "day", zoom: null });
  expect(windowOf(view, NOW)).toEqual(window("16T14:05", "17T14:05"));
});

test("the address names a range, and a part of the past", () => {
  expect(viewOf({ range: "week" })).toEqual({ range: "week", zoom: null });
  const zoomed = viewOf({ range: "hour", from: "2026-11-10T08:00Z", to: "2026-11-10T09:30Z" });
  expect(zoomed).toEqual({ range: "hour", zoom: window("10T08:00", "10T09:30") });
  expect(windowOf(zoomed, NOW)).toEqual(window("10T08:00", "10T09:30"));
});

test("what the address says wrong counts as not said", () => {
  const wrong = [
    { range: "century" },
    { from: "2026-11-10T08:00Z" },
    { from: "yesterday", to: "today" },
    { from: "2026-11-10T09:00Z", to: "2026-11-10T09:00Z" },
    { from: "2026-11-10T09:00Z", to: "2026-11-10T08:00Z" },
  ];
  for (const filters of wrong) expect(viewOf(filters)).toEqual({ range: "day", zoom: null });
});

test("a window is written into the address and read again", () => {
  const shown = window("10T08:00", "10T09:30");
  const filters = filtersOf(shown, NOW);
  expect(filters).toEqual({ from: "2026-11-10T08:00Z", to: "2026-11-10T09:30Z" });
  expect(viewOf(filters).zoom).toEqual(shown);
});

test("the usual range needs no word, and a range ends the zoom", () => {
  expect(filtersOfRange("day")).toEqual({ range: undefined, from: undefined, to: undefined });
  expect(filtersOfRange("year")).toEqual({ range: "year", from: undefined, to: undefined });
});

test("closer shows half as much around the same middle, and farther undoes it", () => {
  const near = closer(window("10T00:00", "11T00:00"), NOW);
  expect(near).toEqual(window("10T06:00", "10T18:00"));
  expect(farther(near, NOW)).toEqual(window("10T00:00", "11T00:00"));
});

test("who zooms in and out again follows the time again", () => {
  const day = windowOf(viewOf({}), NOW);
  const again = farther(closer(day, NOW), NOW);
  expect(filtersOf(again, NOW)).toEqual(filtersOfRange("day"));
  expect(filtersOf(again, NOW + 600)).not.toEqual(filtersOfRange("day"));
});

test("earlier and later move by a quarter, and never into the future", () => {
  const day = window("10T00:00", "11T00:00");
  expect(earlier(day, NOW)).toEqual(window("09T18:00", "10T18:00"));
  expect(later(day, NOW)).toEqual(window("10T06:00", "11T06:00"));
  expect(later(window("16T14:00", "17T14:00"), NOW)).toEqual(window("16T14:05", "17T14:05"));
});

test("nothing under five minutes and nothing over a year is shown", () => {
  const dragged = fitted({ from: NOW - 3_600.4, to: NOW - 3_599.8 }, NOW);
  expect(dragged.to - dragged.from).toBe(300);
  expect(dragged.from % 60).toBe(0);
  const year = windowOf(viewOf({ range: "year" }), NOW);
  expect(farther(year, NOW)).toEqual(year);
});

test("every window that is reached by keys is on whole minutes, ordered and not in the future", () => {
  let shown = windowOf(viewOf({ range: "hour" }), NOW);
  const keys = ["+", "=", "ArrowLeft", "-", "ArrowRight", "+", "+", "_", "-", "-", "ArrowRight"];
  for (const key of keys) {
    shown = KEYS[key]?.(shown, NOW) ?? shown;
    expect([shown.from % 60, shown.to % 60]).toEqual([0, 0]);
    expect(shown.to - shown.from).toBeGreaterThanOrEqual(300);
    expect(shown.to).toBeLessThan(NOW + 60);
  }
});
