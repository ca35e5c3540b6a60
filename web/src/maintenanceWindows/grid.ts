/** The days of a calendar page, and which windows are open on each. */
import { digitsAt } from "../tasks/zones";
import { dayFrom, daysInMonth, partsOf, textOf, weekdayOf } from "./days";
import { openingAt } from "./occurrences";

export type CalendarView = "month" | "week" | "list";

/** Days from Monday to Sunday: those of the week, or all weeks that a month has a day in. */
export function daysShown(view: CalendarView, day: number): number[] {
  const { year, month } = partsOf(day);
  const first = view === "week" ? day : dayFrom(year, month, 1);
  const last = view === "week" ? day : first + daysInMonth(year, month) - 1;
  const begin = view === "list" ? first : first - weekdayOf(first);
  const end = view === "list" ? last : last + 6 - weekdayOf(last);
  return Array.from({ length: end - begin + 1 }, (_, place) => begin + place);
}

/** The same day of another month or week; the last of the month if it has no such day. */
export function turned(view: CalendarView, day: number, by: number): number {
  if (view === "week") return day + by * 7;
  const { year, month, day: ofMonth } = partsOf(day);
  const first = dayFrom(year, month + by, 1);
  const to = partsOf(first);
  return first + Math.min(ofMonth, daysInMonth(to.year, to.month)) - 1;
}

/** The instants at which days begin and end on the clocks of a zone. */
export function spanOf(days: number[], zone: string): { from: string; to: string } {
  const [first = 0] = days;
  const last = days.at(-1) ?? first;
  const iso = (day: number) =>
    new Date(openingAt(`${textOf(day)}T00:00`, zone)).toISOString().replace(".000Z", "Z");
  return { from: iso(first), to: iso(last + 1) };
}

interface Span {
  start: string;
  end: string;
}

export interface Shown<Of> {
  occurrence: Of;
  /** When it opens on this day, `22:00`; nothing if it was open before. */
  from: string | null;
  /** When it closes on this day; nothing if it stays open. */
  to: string | null;
}

/** What is open on each day, in order of time. An end at midnight is not on the next day. */
export function byDay<Of extends Span>(occurrences: Of[], zone: string): Map<number, Shown<Of>[]> {
  const found = new Map<number, Shown<Of>[]>();
  const sorted = [...occurrences].sort((left, right) => left.start.localeCompare(right.start));
  for (const occurrence of sorted) {
    const opens = digitsAt(occurrence.start, zone);
    const closes = digitsAt(occurrence.end, zone);
    const first = dayOfDigits(opens);
    const last = dayOfDigits(digitsAt(Date.parse(occurrence.end) - 1, zone));
    for (let day = first; day <= Math.max(first, last); day += 1) {
      const shown = {
        occurrence,
        from: day === first ? opens.slice(11, 16) : null,
        to: day >= last ? closes.slice(11, 16) : null,
      };
      found.set(day, [...(found.get(day) ?? []), shown]);
    }
  }
  return found;
}

const dayOfDigits = (digits: string) => Date.parse(`${digits.slice(0, 10)}T00:00Z`) / 86_400_000;

/** The day on which it is now, on the clocks of a zone. */
export const todayIn = (zone: string, now: number) => dayOfDigits(digitsAt(now, zone));

/** Where a key leads from a day; nothing for other keys. */
export function dayAfterKey(key: string, day: number): number | null {
  switch (key) {
    case "ArrowLeft":
      return day - 1;
    case "ArrowRight":
      return day + 1;
    case "ArrowUp":
      return day - 7;
    case "ArrowDown":
      return day + 7;
    case "Home":
      return day - weekdayOf(day);
    case "End":
      return day + 6 - weekdayOf(day);
    case "PageUp":
      return turned("month", day, -1);
    case "PageDown":
      return turned("month", day, 1);
    default:
      return null;
  }
}
