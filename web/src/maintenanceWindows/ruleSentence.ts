/** A rule in words. */
import { locale } from "../texts/texts";
import { dayOf, WEEKDAYS } from "./days";
import { monthName, phrases, weekdayLong } from "./messages";
import { type DayRule, parseRule, type Rule } from "./rule";
import { completed } from "./ruleDates";

const list = new Intl.ListFormat(locale, { type: "conjunction" });
const dates = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeZone: "UTC" });

/** "Every Saturday at 22:00, until 31 Dec 2026". `start` is a wall time. */
export function ruleSentence(text: string, start: string): string {
  if (text === "") return phrases.once;
  const parsed = parseRule(text);
  const day = dayOf(start);
  if (!parsed || Number.isNaN(day)) return phrases.unknown(text);
  const rule = completed(parsed, day);
  const repeated = phrases.at(recurrence(rule), start.slice(11, 16));
  if (rule.count !== undefined) return phrases.times(repeated, rule.count);
  if (rule.until === undefined) return repeated;
  const { until } = rule;
  const last = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  return phrases.until(repeated, dates.format(Date.parse(`${last}T00:00Z`)));
}

function recurrence(rule: Rule): string {
  const { frequency, interval } = rule;
  const days = inMonths(rule, dayNames(rule));
  switch (frequency) {
    case "DAILY":
      if (days !== "") return phrases.weekly(days);
      return interval === 1 ? phrases.everyDay : phrases.everyDays(interval);
    case "WEEKLY":
      return interval === 1 ? phrases.weekly(days) : phrases.everyWeeks(interval, days);
    case "MONTHLY":
      return interval === 1 ? phrases.monthly(days) : phrases.everyMonths(interval, days);
    case "YEARLY":
      return interval === 1 ? phrases.yearly(days) : phrases.everyYears(interval, days);
  }
}

function dayNames(rule: Rule): string {
  const isWorkWeek =
    rule.days.length === 5 &&
    WEEKDAYS.slice(0, 5).every((day) =>
      rule.days.some(({ weekday, nth }) => weekday === day && nth === undefined),
    );
  const weekdays = isWorkWeek ? [phrases.weekdays] : rule.days.map(dayName);
  return list.format([...rule.monthDays.map(monthDay), ...weekdays]);
}

function inMonths(rule: Rule, days: string): string {
  if (rule.months.length === 0) return days;
  return phrases.inMonths(days || phrases.everyDayOf, list.format(rule.months.map(monthName)));
}

function monthDay(day: number): string {
  if (day === -1) return phrases.lastDay;
  return day > 0 ? phrases.dayOfMonth(day) : phrases.fromEnd(-day);
}

function dayName({ weekday, nth }: DayRule): string {
  const name = weekdayLong(weekday);
  return nth === undefined ? name : phrases.nth(phrases.ordinal(nth), name);
}
