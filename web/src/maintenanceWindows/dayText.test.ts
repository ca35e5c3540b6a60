import { expect, test } from "vitest";
import { dayOf } from "./days";
import { dayLabel, pageName, timesText } from "./dayText";
import { daysShown } from "./grid";

test("when a window is open on a day is said in a few words", () => {
  const times: [string | null, string | null][] = [
    ["22:00", "23:00"],
    ["22:00", null],
    [null, "02:00"],
    [null, null],
  ];
  expect(times.map(([from, to]) => timesText({ from, to }))).toEqual([
    "22:00–23:00",
    "from 22:00",
    "until 02:00",
    "all day",
  ]);
});

test("a screen reader says the day, whether it is today, and how many windows are open", () => {
  const day = dayOf("2026-11-18");
  expect(dayLabel(day, true, 1)).toMatch(/18.*2026, today, 1 window$/);
  expect(dayLabel(day, false, 0)).toMatch(/2026, no window$/);
});

test("a page is called by its month, or by the days of its week", () => {
  const day = dayOf("2026-11-18");
  expect(pageName("month", day, daysShown("month", day))).toBe("November 2026");
  expect(pageName("week", day, daysShown("week", day))).toMatch(/16.*22/);
});
