import { expect, test } from "vitest";
import { nextOccurrences, openingAt, type WindowTimes } from "./occurrences";

const now = Date.parse("2026-03-01T00:00:00Z");
const iso = (instant: number) => new Date(instant).toISOString().replace(".000Z", "Z");
const window = (values: Partial<WindowTimes>): WindowTimes => ({
  start: "2026-03-28T22:00",
  zone: "Europe/Berlin",
  minutes: 120,
  rrule: "",
  ...values,
});
const starts = (values: Partial<WindowTimes>, at = now, most = 3) =>
  nextOccurrences(window(values), at, most)?.map(({ start, end }) => [iso(start), iso(end)]);

test("a window without a rule is open once, and not any more when it has ended", () => {
  expect(starts({})).toEqual([["2026-03-28T21:00:00Z", "2026-03-28T23:00:00Z"]]);
  expect(starts({}, Date.parse("2026-03-28T22:59:00Z"))).toHaveLength(1);
  expect(starts({}, Date.parse("2026-03-28T23:00:00Z"))).toEqual([]);
});

test("a window opens by the clock of its zone, in winter and in summer", () => {
  expect(starts({ rrule: "FREQ=DAILY" })?.map(([start]) => start)).toEqual([
    "2026-03-28T21:00:00Z",
    "2026-03-29T20:00:00Z",
    "2026-03-30T20:00:00Z",
  ]);
});

test("where the clock skips the time, the window opens at the end of the gap", () => {
  expect(iso(openingAt("2026-03-29T02:30", "Europe/Berlin"))).toBe("2026-03-29T01:00:00Z");
  expect(iso(openingAt("2026-03-29T02:30:59", "Europe/Berlin"))).toBe("2026-03-29T01:00:00Z");
  expect(starts({ start: "2026-03-29T02:30", minutes: 60 })).toEqual([
    ["2026-03-29T01:00:00Z", "2026-03-29T02:00:00Z"],
  ]);
});

test("a day is a day of the calendar, hours are time that passes", () => {
  expect(starts({ start: "2026-03-28T12:00", minutes: 1440 })).toEqual([
    ["2026-03-28T11:00:00Z", "2026-03-29T10:00:00Z"],
  ]);
  expect(starts({ start: "2026-03-29T01:00", minutes: 180 })).toEqual([
    ["2026-03-29T00:00:00Z", "2026-03-29T03:00:00Z"],
  ]);
});

test("the end of a rule counts, whether it is a day, a time or a number", () => {
  const many = (rrule: string) => starts({ rrule }, now, 9)?.length;
  expect(many("FREQ=DAILY;UNTIL=20260330")).toBe(3);
  expect(many("FREQ=DAILY;UNTIL=20260330T215959")).toBe(2);
  expect(many("FREQ=DAILY;UNTIL=20260330T200000Z")).toBe(3);
  expect(many("FREQ=DAILY;COUNT=2")).toBe(2);
});

test("a rule that is wrong has no times at all", () => {
  expect(nextOccurrences(window({ rrule: "FREQ=SOMETIMES" }), now, 5)).toBeNull();
  expect(nextOccurrences(window({ start: "" }), now, 5)).toEqual([]);
});
