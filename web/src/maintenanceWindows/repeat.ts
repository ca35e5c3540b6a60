/** How a window repeats, as people choose it, and the rule that follows from it. */
import { dayOf, partsOf, WEEKDAYS, type Weekday, weekdayNamed } from "./days";
import { parseRule, type Rule, ruleText } from "./rule";
import { completed } from "./ruleDates";

export const MODES = ["none", "daily", "weekly", "monthlyDay", "monthlyWeekday", "raw"] as const;
export type Mode = (typeof MODES)[number];

/** Which of its kind in a month; from the end if negative. */
export const ORDINALS = [1, 2, 3, 4, -1] as const;

export const ENDS = ["never", "until", "count"] as const;
export type End = (typeof ENDS)[number];

export interface Repeat {
  mode: Mode;
  interval: number | string;
  /** Of a weekly window. */
  days: Weekday[];
  /** Of a monthly one: 1 to 31, or -1 for the last day. */
  monthDay: string;
  nth: string;
  nthDay: Weekday;
  ends: End;
  /** The last day, `2026-12-31`. */
  until: string;
  count: number | string;
  /** A rule as an expert writes it. */
  raw: string;
}

/** What is chosen at first, by the day on which the window opens. */
export function newRepeat(start: string): Repeat {
  const day = dayOf(start);
  const known = Number.isNaN(day) ? 0 : day;
  const { day: ofMonth } = partsOf(known);
  return {
    mode: "none",
    interval: 1,
    days: [weekdayNamed(known)],
    monthDay: String(ofMonth),
    nth: String(Math.min(Math.ceil(ofMonth / 7), 4)),
    nthDay: weekdayNamed(known),
    ends: "never",
    until: "",
    count: 10,
    raw: "",
  };
}

/** What people chose, from the text of a rule; a rule that no choice makes is for experts. */
export function repeatOf(text: string, start: string): Repeat {
  const first = newRepeat(start);
  if (text.trim() === "") return first;
  const raw: Repeat = { ...first, mode: "raw", raw: text };
  const parsed = parseRule(text);
  const day = dayOf(start);
  if (!parsed || Number.isNaN(day)) return raw;
  const rule = completed(parsed, day);
  const choice = choiceOf(rule);
  const end = endOf(rule);
  if (!choice || !end || rule.months.length > 0) return raw;
  return { ...first, interval: rule.interval, ...choice, ...end, raw: text };
}

function choiceOf(rule: Rule): Partial<Repeat> | null {
  const { frequency, days, monthDays } = rule;
  const [monthDay] = monthDays;
  const [day] = days;
  if (frequency === "DAILY" && days.length + monthDays.length === 0) return { mode: "daily" };
  // Weeks that are skipped begin on Mondays here.
  if (frequency === "WEEKLY" && (rule.weekStart === "MO" || rule.interval === 1)) {
    return { mode: "weekly", days: inOrder(days.map(({ weekday }) => weekday)) };
  }
  if (frequency !== "MONTHLY") return null;
  if (monthDays.length === 1 && days.length === 0 && monthDay !== undefined && monthDay >= -1) {
    return { mode: "monthlyDay", monthDay: String(monthDay) };
  }
  const isOffered = ORDINALS.some((nth) => nth === day?.nth);
  if (days.length === 1 && monthDays.length === 0 && day && isOffered) {
    return { mode: "monthlyWeekday", nth: String(day.nth), nthDay: day.weekday };
  }
  return null;
}

function endOf({ count, until }: Rule): Partial<Repeat> | null {
  if (count !== undefined) return { ends: "count", count };
  if (until === undefined) return { ends: "never" };
  if (until.length !== 8) return null;
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  return { ends: "until", until: date };
}

const inOrder = (days: Weekday[]) => WEEKDAYS.filter((day) => days.includes(day));

/** The text of the rule; empty for once. */
export function ruleOf(repeat: Repeat): string {
  if (repeat.mode === "none") return "";
  if (repeat.mode === "raw") return repeat.raw.trim();
  const rule: Rule = {
    frequency: "DAILY",
    interval: Math.max(1, Number(repeat.interval) || 1),
    days: [],
    monthDays: [],
    months: [],
    weekStart: "MO",
  };
  if (repeat.ends === "count") rule.count = Math.max(1, Number(repeat.count) || 1);
  if (repeat.ends === "until" && repeat.until) rule.until = repeat.until.replaceAll("-", "");
  switch (repeat.mode) {
    case "weekly":
      rule.frequency = "WEEKLY";
      rule.days = inOrder(repeat.days).map((weekday) => ({ weekday }));
      break;
    case "monthlyDay":
      rule.frequency = "MONTHLY";
      rule.monthDays = [Number(repeat.monthDay)];
      break;
    case "monthlyWeekday":
      rule.frequency = "MONTHLY";
      rule.days = [{ weekday: repeat.nthDay, nth: Number(repeat.nth) }];
      break;
  }
  return ruleText(rule);
}

/** The choices for another first day, where they still followed the old one. */
export function moved(repeat: Repeat, from: string, to: string): Repeat {
  const [before, after] = [newRepeat(from), newRepeat(to)];
  if (Number.isNaN(dayOf(to))) return repeat;
  const follows = (name: "days" | "monthDay" | "nth" | "nthDay") =>
    JSON.stringify(repeat[name]) === JSON.stringify(before[name]);
  return {
    ...repeat,
    days: follows("days") ? after.days : repeat.days,
    monthDay: follows("monthDay") ? after.monthDay : repeat.monthDay,
    nth: follows("nth") ? after.nth : repeat.nth,
    nthDay: follows("nthDay") ? after.nthDay : repeat.nthDay,
  };
}
