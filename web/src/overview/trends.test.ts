import { expect, test } from "vitest";
import { readTrend, SPANS, spansUntil, sum, trendOf } from "./trends";

test("the counts of ever fewer days become one count for each day", () => {
  expect(SPANS).toEqual([14, 7, 6, 5, 4, 3, 2, 1]);
  expect(trendOf([30, 20, 20, 15, 15, 9, 4, 1])).toEqual({
    days: [0, 5, 0, 6, 5, 3, 1],
    before: 10,
  });
});

test("what opens while the counts are read makes no day negative", () => {
  expect(trendOf([1, 1, 1, 1, 1, 1, 1, 2]).days).toEqual([0, 0, 0, 0, 0, 0, 2]);
});

test("once nothing is found, shorter times are not asked for", async () => {
  const asked: number[] = [];
  const trend = await readTrend(async (days) => {
    asked.push(days);
    return days > 5 ? 3 : 0;
  });
  expect(asked).toEqual([14, 7, 6, 5]);
  expect(trend).toEqual({ days: [0, 3, 0, 0, 0, 0, 0], before: 0 });
  expect(sum(trend.days)).toBe(3);
});

test("each day is 24 hours long, and the last one ends now", () => {
  const now = Date.parse("2026-11-18T04:30:00Z");
  const spans = spansUntil(now);
  expect(spans).toHaveLength(7);
  expect(new Date(spans[0]?.from ?? 0).toISOString()).toBe("2026-11-11T04:30:00.000Z");
  expect(spans.at(-1)).toEqual({ from: Date.parse("2026-11-17T04:30:00Z"), to: now });
});
