/** Times on and beside a graph, as short as they can be. */
import { locale } from "../texts/texts";
import type { TimeWindow } from "./range";

const DAY = 86_400;

const clock = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short" });
const month = new Intl.DateTimeFormat(locale, { month: "short" });
const year = new Intl.DateTimeFormat(locale, { year: "numeric" });
const dayAndClock = new Intl.DateTimeFormat(locale, {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
});
const span = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "short" });

const date = (seconds: number) => new Date(seconds * 1000);

/** "14:05", or "5 Nov, 14:05" where there are several days. */
export function timeIn({ from, to }: TimeWindow, seconds: number): string {
  return (to - from <= DAY ? clock : dayAndClock).format(date(seconds));
}

/** "17 Nov 2026, 13:05 – 14:05". */
export const spanText = ({ from, to }: TimeWindow) => span.formatRange(date(from), date(to));

/** The labels of an axis, with so many seconds from one to the next: where a larger part begins, that part. */
export function tickLabels(ticks: number[], step: number): string[] {
  return ticks.map((seconds) => tickFormat(date(seconds), step).format(date(seconds)));
}

function tickFormat(time: Date, step: number): Intl.DateTimeFormat {
  // Months are of different length; the axis takes steps of at least four weeks for them.
  if (step >= 28 * DAY) return time.getMonth() === 0 ? year : month;
  const isMidnight = time.getHours() === 0 && time.getMinutes() === 0;
  return step >= DAY || isMidnight ? day : clock;
}
