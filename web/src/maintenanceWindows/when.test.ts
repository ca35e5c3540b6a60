import { expect, test } from "vitest";
import { whenText } from "./when";

test("a window that opens once is named by its day, on the clocks of its own zone", () => {
  expect(whenText({ start: "2026-11-16T08:00:00", rrule: "" })).toMatch(
    /^Once, on .*16.*2026.*8:00/,
  );
  expect(whenText({ start: "2026-01-10T22:00", rrule: "FREQ=WEEKLY;BYDAY=SA" })).toBe(
    "Every Saturday at 22:00",
  );
});
