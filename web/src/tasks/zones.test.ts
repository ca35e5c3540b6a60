import { expect, test } from "vitest";
import { digitsAt, formatIn, instantOf, isZone } from "./zones";

test("an instant is shown by each zone's clocks, with seconds only if there are any", () => {
  expect(digitsAt("2026-01-31T23:30:00Z", "Europe/Berlin")).toBe("2026-02-01T00:30");
  expect(digitsAt("2026-07-31T23:30:15Z", "UTC")).toBe("2026-07-31T23:30:15");
});

test("digits become the instant at which the clocks show them, in winter and in summer", () => {
  expect(instantOf("2026-01-10T03:00", "Europe/Berlin")).toBe("2026-01-10T02:00:00Z");
  expect(instantOf("2026-07-10T03:00", "Europe/Berlin")).toBe("2026-07-10T01:00:00Z");
  expect(instantOf("2026-07-10T03:00:30", "Asia/Kolkata")).toBe("2026-07-09T21:30:30Z");
});

test("an hour that comes twice is the first one, and one that is left out moves on", () => {
  expect(instantOf("2026-10-25T02:30", "Europe/Berlin")).toBe("2026-10-25T00:30:00Z");
  expect(digitsAt(instantOf("2026-03-29T02:30", "Europe/Berlin"), "Europe/Berlin")).toBe(
    "2026-03-29T03:30",
  );
});

test("the day after a change of the clocks has its own offset", () => {
  expect(instantOf("2026-03-29T12:00", "Europe/Berlin")).toBe("2026-03-29T10:00:00Z");
  expect(instantOf("2026-10-25T12:00", "Europe/Berlin")).toBe("2026-10-25T11:00:00Z");
});

test("zones are known by their names only", () => {
  expect([isZone("America/New_York"), isZone("utc"), isZone("Mars/Olympus")]).toEqual([
    true,
    true,
    false,
  ]);
});

test("a run is shown with its year only when that is not the current one in its zone", () => {
  const now = Date.parse("2026-12-31T23:30:00Z");
  expect(formatIn("2026-12-31T23:45:00Z", "UTC", now)).not.toContain("2026");
  expect(formatIn("2027-01-01T00:15:00Z", "UTC", now)).toContain("2027");
  expect(formatIn("2027-01-01T00:15:00Z", "Europe/Berlin", now)).not.toContain("2027");
});
