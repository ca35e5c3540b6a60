/** The days of a rule, as the server finds them. */
import { dayFrom, daysInMonth, partsOf, WEEKDAYS, weekdayNamed, weekdayOf } from "./days";
import type { DayRule, Rule } from "./rule";

/** A rule comes at least once in so many days, or never. */
const HORIZON = 100 * 366;

/** The rule with what it leaves to its start: a weekly one is on the weekday of the start. */
export function completed(rule: Rule, start: number): Rule {
  if (rule.days.length > 0 || rule.monthDays.length > 0) return rule;
  const { month, day } = partsOf(start);
  switch (rule.frequency) {
    case "DAILY":
      return rule;
    case "WEEKLY":
      return { ...rule, days: [{ weekday: weekdayNamed(start) }] };
    case "MONTHLY":
      return { ...rule, monthDays: [day] };
    case "YEARLY": {
      const months = rule.months.length > 0 ? rule.months : [month];
      return { ...rule, monthDays: [day], months };
    }
  }
}

/** The days from the start on, by `COUNT` and by a last day; without an end at most a hundred years. */
export function* datesOf(rule: Rule, start: number): Generator<number> {
  const whole = completed(rule, start);
  const last = whole.until === undefined ? Number.POSITIVE_INFINITY : lastDay(whole.until);
  let left = whole.count ?? Number.POSITIVE_INFINITY;
  for (let day = start; day <= Math.min(last, start + HORIZON) && left > 0; day += 1) {
    if (!isInPeriod(whole, start, day) || !has(whole, day)) continue;
    left -= 1;
    yield day;
  }
}

/** The day of `UNTIL`; a time on it is compared by the caller. */
function lastDay(until: string): number {
  const [year, month, day] = [until.slice(0, 4), until.slice(4, 6), until.slice(6, 8)];
  // A time in UTC may be on the next day in the zone of the window.
  const later = until.endsWith("Z") ? 1 : 0;
  return dayFrom(Number(year), Number(month), Number(day)) + later;
}

/** Whether a day is in a day, week, month or year that is not skipped. */
function isInPeriod(rule: Rule, start: number, day: number): boolean {
  const [first, now] = [partsOf(start), partsOf(day)];
  switch (rule.frequency) {
    case "DAILY":
      return (day - start) % rule.interval === 0;
    case "WEEKLY": {
      const begin = WEEKDAYS.indexOf(rule.weekStart);
      const firstOfWeek = start - ((weekdayOf(start) - begin + 7) % 7);
      return Math.floor((day - firstOfWeek) / 7) % rule.interval === 0;
    }
    case "MONTHLY":
      return ((now.year - first.year) * 12 + now.month - first.month) % rule.interval === 0;
    case "YEARLY":
      return (now.year - first.year) % rule.interval === 0;
  }
}

function has(rule: Rule, day: number): boolean {
  const { year, month, day: ofMonth } = partsOf(day);
  const length = daysInMonth(year, month);
  return (
    (rule.months.length === 0 || rule.months.includes(month)) &&
    (rule.monthDays.length === 0 ||
      rule.monthDays.some((chosen) => counts(chosen, ofMonth, length, 1))) &&
    (rule.days.length === 0 || rule.days.some((one) => isDay(rule, one, day)))
  );
}

/** Numbered days count in the month, or in the year where no months are chosen. */
function isDay(rule: Rule, { weekday, nth }: DayRule, day: number): boolean {
  if (weekdayNamed(day) !== weekday) return false;
  if (nth === undefined) return true;
  const { year, month, day: ofMonth } = partsOf(day);
  if (rule.frequency !== "YEARLY" || rule.months.length > 0) {
    return counts(nth, ofMonth, daysInMonth(year, month), 7);
  }
  const first = dayFrom(year, 1, 1);
  return counts(nth, day - first + 1, dayFrom(year + 1, 1, 1) - first, 7);
}

/** Whether a day is the given one when each `step` days count as one; from the end if negative. */
function counts(chosen: number, day: number, length: number, step: number): boolean {
  const distance = chosen > 0 ? day - 1 : length - day;
  return Math.floor(distance / step) + 1 === Math.abs(chosen);
}
