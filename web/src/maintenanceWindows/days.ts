/** Days of the calendar as numbers, without clocks and zones: 0 is 1970-01-01. */

const DAY = 86_400_000;

/** From `2026-01-31`, also with a time behind it; `NaN` if it is none. */
export const dayOf = (text: string): number => Date.parse(`${text.slice(0, 10)}T00:00Z`) / DAY;

/** As `2026-01-31`. */
export const textOf = (day: number): string => new Date(day * DAY).toISOString().slice(0, 10);

export interface DateParts {
  year: number;
  /** 1 to 12. */
  month: number;
  /** 1 to 31. */
  day: number;
}

export function partsOf(day: number): DateParts {
  const date = new Date(day * DAY);
  return { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
}

/** Months before the first or after the last of a year are those of other years. */
export const dayFrom = (year: number, month: number, day: number): number =>
  Date.UTC(year, month - 1, day) / DAY;

/** 0 is Monday. */
export const weekdayOf = (day: number): number => (((day + 3) % 7) + 7) % 7;

export const daysInMonth = (year: number, month: number): number =>
  dayFrom(year, month + 1, 1) - dayFrom(year, month, 1);

export const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;

/** As RFC 5545 has them. */
export type Weekday = (typeof WEEKDAYS)[number];

export const weekdayNamed = (day: number): Weekday => WEEKDAYS[weekdayOf(day)] ?? "MO";
