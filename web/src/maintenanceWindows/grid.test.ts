import { expect, test } from "vitest";
import { dayOf, textOf } from "./days";
import { byDay, dayAfterKey, daysShown, spanOf, todayIn, turned } from "./grid";

const ends = (days: number[]) => [textOf(days[0] ?? 0), textOf(days.at(-1) ?? 0), days.length];

test("a month is shown in whole weeks from Monday, a week alone, a list from the first", () => {
  expect(ends(daysShown("month", dayOf("2026-11-18")))).toEqual(["2026-10-26", "2026-12-06", 42]);
  expect(ends(daysShown("month", dayOf("2027-02-01")))).toEqual(["2027-02-01", "2027-02-28", 28]);
  expect(ends(daysShown("week", dayOf("2026-11-18")))).toEqual(["2026-11-16", "2026-11-22", 7]);
  expect(ends(daysShown("list", dayOf("2026-11-18")))).toEqual(["2026-11-01", "2026-11-30", 30]);
});

test("turning the page keeps the day, or takes the last of a shorter month", () => {
  const to = (view: "month" | "week", day: string, by: number) =>
    textOf(turned(view, dayOf(day), by));
  expect(to("month", "2026-01-31", 1)).toBe("2026-02-28");
  expect(to("month", "2026-01-31", -1)).toBe("2025-12-31");
  expect(to("week", "2026-12-30", 1)).toBe("2027-01-06");
});

test("the days of a page begin and end by the clocks of the zone", () => {
  expect(spanOf([dayOf("2026-03-28"), dayOf("2026-03-29")], "Europe/Berlin")).toEqual({
    from: "2026-03-27T23:00:00Z",
    to: "2026-03-29T22:00:00Z",
  });
});

test("a window over midnight is on both days, one that ends at midnight only on the first", () => {
  const long = { name: "long", start: "2026-11-10T21:00:00Z", end: "2026-11-12T03:00:00Z" };
  const short = { name: "short", start: "2026-11-10T20:00:00Z", end: "2026-11-10T23:00:00Z" };
  const days = byDay([long, short], "Europe/Berlin");
  const on = (day: string) =>
    days.get(dayOf(day))?.map(({ occurrence, from, to }) => [occurrence.name, from, to]);
  expect(on("2026-11-10")).toEqual([
    ["short", "21:00", "00:00"],
    ["long", "22:00", null],
  ]);
  expect(on("2026-11-11")).toEqual([["long", null, null]]);
  expect(on("2026-11-12")).toEqual([["long", null, "04:00"]]);
  expect(on("2026-11-13")).toBeUndefined();
});

test("the same instant is another day elsewhere", () => {
  const now = Date.parse("2026-11-18T23:30:00Z");
  expect(textOf(todayIn("UTC", now))).toBe("2026-11-18");
  expect(textOf(todayIn("Europe/Berlin", now))).toBe("2026-11-19");
});

test("keys lead to days, weeks and months", () => {
  const day = dayOf("2026-11-18");
  const to = (key: string) => {
    const next = dayAfterKey(key, day);
    return next === null ? null : textOf(next);
  };
  expect(["ArrowLeft", "ArrowDown", "Home", "End", "PageDown", "x"].map(to)).toEqual([
    "2026-11-17",
    "2026-11-25",
    "2026-11-16",
    "2026-11-22",
    "2026-12-18",
    null,
  ]);
});
