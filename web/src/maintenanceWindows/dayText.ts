/** Days and what is open on them, in words. */
import { locale } from "../texts/texts";
import type { CalendarView, Shown } from "./grid";
import { calendar as words } from "./messages";

const DAY = 86_400_000;
const format = (options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: "UTC" });

const longDay = format({ weekday: "long", day: "numeric", month: "long", year: "numeric" });
const month = format({ month: "long", year: "numeric" });
const dayAndMonth = format({ day: "numeric", month: "short", year: "numeric" });

/** "Wednesday, 18 November 2026". */
export const dayName = (day: number) => longDay.format(day * DAY);

/** "November 2026", or the days of a week. */
export function pageName(view: CalendarView, day: number, days: number[]): string {
  if (view !== "week") return month.format(day * DAY);
  return dayAndMonth.formatRange((days[0] ?? day) * DAY, (days.at(-1) ?? day) * DAY);
}

/** "22:00–02:00", "from 22:00", "until 02:00" or "all day". */
export function timesText({ from, to }: Pick<Shown<unknown>, "from" | "to">): string {
  if (from !== null && to !== null) return `${from}–${to}`;
  if (from !== null) return words.from(from);
  return to === null ? words.allDay : words.to(to);
}

/** What a screen reader says about a day, before the windows on it. */
export function dayLabel(day: number, isToday: boolean, windows: number): string {
  const many = windows === 0 ? words.noWindows : words.windowsOn(windows);
  return [dayName(day), ...(isToday ? [words.isToday] : []), many].join(", ");
}
