/** Which time the graphs show, how the address names it, and how keys, buttons and the mouse change it. */
import type { Filters } from "../ui/useFilter";

export const RANGES = ["hour", "day", "week", "month", "year"] as const;
export type Range = (typeof RANGES)[number];

const MINUTE = 60;
const DAY = 86_400;
const LENGTHS: Record<Range, number> = {
  hour: 3_600,
  day: DAY,
  week: 7 * DAY,
  month: 30 * DAY,
  year: 365 * DAY,
};

/** When the address names none. */
const USUAL: Range = "day";

/** Agents measure once a minute: closer, there would be nothing but two or three points. */
const SHORTEST = 5 * MINUTE;
const LONGEST = LENGTHS.year;

/** Seconds since 1970, on whole minutes. */
export interface TimeWindow {
  from: number;
  to: number;
}

/** The last hour, day, …, which moves on with the time; or a part of the past, which does not. */
export interface View {
  range: Range;
  zoom: TimeWindow | null;
}

export const nowSeconds = () => Math.floor(Date.now() / 1000);

/** What the address asks for; what it says wrong counts as not said. */
export function viewOf(filters: Filters): View {
  const range = RANGES.find((name) => name === filters.range) ?? USUAL;
  const from = secondsOf(filters.from);
  const to = secondsOf(filters.to);
  return { range, zoom: from < to ? { from, to } : null };
}

/** Not a number when it is no time. */
const secondsOf = (text: string | undefined) => Date.parse(text ?? "") / 1000;

export function windowOf({ range, zoom }: View, now: number): TimeWindow {
  const to = minuteAfter(now);
  return zoom ?? { from: to - LENGTHS[range], to };
}

/** The words of the address for a window: for one that ends now and has the length of a range, that range. */
export function filtersOf({ from, to }: TimeWindow, now: number): Filters {
  const live = RANGES.find((range) => LENGTHS[range] === to - from);
  if (live && now - to < 2 * MINUTE) return filtersOfRange(live);
  return filtersOfPart({ from, to });
}

/** The words of the address for a part of the past, also for one that ends now. */
export const filtersOfPart = ({ from, to }: TimeWindow): Filters => ({
  from: textOf(from),
  to: textOf(to),
});

export function filtersOfRange(range: Range): Filters {
  return { range: range === USUAL ? undefined : range, ...UNZOOMED };
}

/** Back to the chosen range. */
export const UNZOOMED: Filters = { from: undefined, to: undefined };

/** `2026-11-17T14:05Z`. */
const textOf = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 16)}Z`;

/** The nearest window that can be shown: on whole minutes, neither too short nor too long, not in the future. */
export function fitted({ from, to }: TimeWindow, now: number): TimeWindow {
  const length = Math.min(LONGEST, Math.max(SHORTEST, toMinute(to - from)));
  const end = Math.min(minuteAfter(now), toMinute((from + to + length) / 2));
  return { from: end - length, to: end };
}

const toMinute = (seconds: number) => Math.round(seconds / MINUTE) * MINUTE;
const minuteAfter = (seconds: number) => Math.ceil(seconds / MINUTE) * MINUTE;

/** From one window to the next. */
export type Step = (window: TimeWindow, now: number) => TimeWindow;

/** Moves by a share of what is shown. */
const panning =
  (share: number): Step =>
  ({ from, to }, now) => {
    const by = (to - from) * share;
    return fitted({ from: from + by, to: to + by }, now);
  };

/** Keeps the middle, and shows so many times as much around it. */
const zooming =
  (factor: number): Step =>
  ({ from, to }, now) => {
    const grown = ((to - from) * (factor - 1)) / 2;
    return fitted({ from: from - grown, to: to + grown }, now);
  };

export const earlier = panning(-0.25);
export const later = panning(0.25);
export const closer = zooming(0.5);
export const farther = zooming(2);

/** What keys do to the graphs. The plus is typed with Shift on many keyboards, or without as `=`. */
export const KEYS: Readonly<Record<string, Step>> = {
  ArrowLeft: earlier,
  ArrowRight: later,
  "+": closer,
  "=": closer,
  "-": farther,
  _: farther,
};
