import { expect, test } from "vitest";
import { chosenEnd, localInput, morningAfter, snoozeEnd } from "./snooze";

const NOW = new Date(2026, 10, 18, 22, 30, 15);

test("each choice of the menu has its end", () => {
  expect(snoozeEnd("hour", NOW)).toEqual(new Date(2026, 10, 18, 23, 30, 15));
  expect(snoozeEnd("hours", NOW)).toEqual(new Date(2026, 10, 19, 2, 30, 15));
  expect(snoozeEnd("tomorrow", NOW)).toEqual(new Date(2026, 10, 19, 8, 0, 0));
  expect(snoozeEnd("lifted", NOW)).toBeNull();
});

test("tomorrow is the next day of the calendar, also after midnight and at the end of a year", () => {
  expect(morningAfter(new Date(2026, 10, 18, 0, 5))).toEqual(new Date(2026, 10, 19, 8));
  expect(morningAfter(new Date(2026, 11, 31, 12))).toEqual(new Date(2027, 0, 1, 8));
});

test("an input has the time of the viewer's clock, and gives it back", () => {
  expect(localInput(new Date(2027, 0, 5, 8, 7))).toBe("2027-01-05T08:07");
  expect(chosenEnd("2026-11-18T23:00", NOW)).toEqual(new Date(2026, 10, 18, 23));
});

test("the past, and what is no time, is no end", () => {
  expect(chosenEnd("2026-11-18T22:30", NOW)).toBeNull();
  expect(chosenEnd("", NOW)).toBeNull();
});
