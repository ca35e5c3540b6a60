import { expect, test } from "vitest";
import { nextNight } from "./nextNight";

const EVENING = new Date("2026-12-31T22:30:00Z");

test("the next night is that of the computer, not of the person who looks at it", () => {
  expect(nextNight(EVENING, "UTC")).toBe("2027-01-01T03:00");
  expect(nextNight(EVENING, "Asia/Tokyo")).toBe("2027-01-02T03:00");
  expect(nextNight(EVENING, "Nowhere/At_All")).toBe("2027-01-01T03:00");
});
