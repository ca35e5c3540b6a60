import { expect, test } from "vitest";
import { spanText, tickLabels, timeIn } from "./times";

/** In the zone of this computer, as the page shows them. */
const local = (...parts: [number, number, number, number?, number?]) =>
  new Date(...parts).getTime() / 1000;

const labels = (step: number, ...ticks: number[]) => tickLabels(ticks, step);

test("hours are labelled with the time, and midnight with the day", () => {
  const [evening, midnight] = labels(3_600, local(2026, 10, 16, 23), local(2026, 10, 17));
  expect(evening).toMatch(/11:00|23:00/);
  expect(midnight).toMatch(/17/);
  expect(midnight).not.toContain(":");
});

test("days are labelled with day and month, months with their name, and January with its year", () => {
  expect(labels(86_400, local(2026, 10, 5))).toEqual([expect.stringMatching(/Nov.*5|5.*Nov/)]);
  const months = labels(30 * 86_400, local(2026, 11, 1), local(2027, 0, 1));
  expect(months).toEqual(["Dec", "2027"]);
});

test("a moment has its day only where there are several", () => {
  const noon = local(2026, 10, 5, 12, 5);
  expect(timeIn({ from: noon - 86_400, to: noon }, noon)).not.toMatch(/Nov/);
  expect(timeIn({ from: noon - 86_460, to: noon }, noon)).toMatch(/Nov.*12:05/);
});

test("a window is written with both its ends", () => {
  const from = local(2026, 10, 5, 12, 5);
  expect(spanText({ from, to: from + 1_800 })).toMatch(/2026.*12:05.*12:35/);
});
