import { afterEach, expect, test } from "vitest";
import { formatAs, isDateFormat, setDateFormat } from "./dateFormat";
import { formatMoment } from "./format";

const evening = new Date(2026, 2, 1, 21, 5, 9);

afterEach(() => setDateFormat(""));

test("a date is written part by part", () => {
  expect([
    formatAs("YYYY-MM-DD HH:mm:ss", evening),
    formatAs("D.M.YY, h:mm a", evening),
    formatAs("MMMM D [at] hh A", evening),
  ]).toEqual(["2026-03-01 21:05:09", "1.3.26, 9:05 pm", "March 1 at 09 PM"]);
});

test("midnight and noon are twelve o'clock where the day has two halves", () => {
  expect([0, 12].map((hour) => formatAs("h A", new Date(2026, 0, 1, hour)))).toEqual([
    "12 AM",
    "12 PM",
  ]);
});

test("moments follow the chosen format, and without one the language", () => {
  const before = formatMoment(evening);
  setDateFormat("YYYY/MM/DD");
  expect(formatMoment(evening)).toBe("2026/03/01");
  setDateFormat("[no time]");
  expect(formatMoment(evening)).toBe(before);
  expect(isDateFormat("")).toBe(false);
});
