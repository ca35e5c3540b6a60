/** Which part of a check's history is shown: the last day, week or month, all of it, or a part. */
import type { TimeWindow } from "../metrics/range";
import type { Filters } from "../ui/useFilter";

export const HISTORY_RANGES = ["day", "week", "month", "all"] as const;
export type HistoryRange = (typeof HISTORY_RANGES)[number];

const USUAL: HistoryRange = "day";

/** What the server is asked for; 0 is all that it keeps. */
export const DAYS: Record<HistoryRange, number> = { day: 1, week: 7, month: 30, all: 0 };

const DAY = 86_400;

export function rangeOf({ range }: Filters): HistoryRange {
  return HISTORY_RANGES.find((name) => name === range) ?? USUAL;
}

/** The words of the address for a range; a part of the past is left. */
export function filtersOf(range: HistoryRange): Filters {
  return { range: range === USUAL ? undefined : range, from: undefined, to: undefined };
}

/** The words of the address for a part of the past. */
export function zoomFilters({ from, to }: TimeWindow): Filters {
  const text = (seconds: number) => new Date(seconds * 1000).toISOString();
  return { from: text(from), to: text(to) };
}

/** What is shown without a zoom: all begins with the first point. */
export function windowOf(range: HistoryRange, times: number[], now: number): TimeWindow {
  const days = DAYS[range];
  const from = days > 0 ? now - days * DAY : (times[0] ?? now - DAY);
  // One point alone needs some width around it.
  return { from: Math.min(from, now - 600), to: now };
}
