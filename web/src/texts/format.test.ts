import { expect, test } from "vitest";
import { formatAgo, formatBytes, formatDuration, formatMoment, withMoments } from "./format";
import { count } from "./texts";

/** Without the spaces that keep number and unit together. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

test("times are shown relative to now, in the largest unit that fits", () => {
  const now = Date.parse("2026-03-01T12:00:00Z");
  expect(formatAgo("2026-03-01T11:57:10Z", now)).toBe("2 minutes ago");
  expect(formatAgo("2026-03-01T14:30:00Z", now)).toBe("in 2 hours");
  expect(formatAgo("2026-03-01T11:59:30Z", now)).toBe("30 seconds ago");
  expect(formatAgo("2026-03-01T11:59:55Z", now)).toBe("just now");
  expect(formatAgo("2026-01-28T11:00:00Z", now)).toBe("32 days ago");
  expect(formatAgo("2026-02-28T11:00:00Z", now)).toBe("1 day ago");
  expect(formatAgo("2025-01-01T11:00:00Z", now)).toBe("14 months ago");
});

test("times inside a sentence of the server are written for people", () => {
  const time = "2026-11-18T03:00:00Z";
  expect(withMoments(`reboot at ${time}`)).toBe(`reboot at ${formatMoment(time)}`);
  expect(withMoments("reboot at 2026-11-18T03:00")).not.toContain("T03");
  expect(withMoments("install KB2026-11-18")).toBe("install KB2026-11-18");
});

test("sizes use binary units", () => {
  expect([0, 1023, 1536, 8 * 1024 ** 3].map(formatBytes).map(plain)).toEqual([
    "0 B",
    "1,023 B",
    "1.5 KiB",
    "8 GiB",
  ]);
});

test("durations show their two largest parts", () => {
  expect([0.42, 9.96, 62, 3600, 273_900].map(formatDuration).map(plain)).toEqual([
    "0.4 s",
    "10 s",
    "1 min 2 s",
    "1 h",
    "3 d 4 h",
  ]);
});

test("counts take the right plural", () => {
  expect([count(1, "agent"), count(0, "agent"), count(2, "policy", "policies")]).toEqual([
    "1 agent",
    "0 agents",
    "2 policies",
  ]);
});
