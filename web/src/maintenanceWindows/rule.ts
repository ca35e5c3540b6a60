/** A rule of RFC 5545 by which a window repeats, as far as the server supports it. */
import { WEEKDAYS, type Weekday } from "./days";

export const FREQUENCIES = ["DAILY", "WEEKLY", "MONTHLY", "YEARLY"] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export interface DayRule {
  weekday: Weekday;
  /** Which of the month or year, from the end if negative; nothing for each. */
  nth?: number;
}

export interface Rule {
  frequency: Frequency;
  interval: number;
  count?: number;
  /** As written: `20261231`, `20261231T235959` or `20261231T235959Z`. */
  until?: string;
  days: DayRule[];
  monthDays: number[];
  months: number[];
  weekStart: Weekday;
}

/** The most periods that may be skipped, and occurrences that may be counted. */
const MOST = 1000;

/** The rule that a text has; nothing if the server would refuse it. */
export function parseRule(text: string): Rule | null {
  const upper = text
    .trim()
    .toUpperCase()
    .replace(/^RRULE:/, "");
  const rule: Rule = {
    frequency: "DAILY",
    interval: 1,
    days: [],
    monthDays: [],
    months: [],
    weekStart: "MO",
  };
  const names = new Set<string>();
  for (const part of upper.split(";").filter((one) => one.trim() !== "")) {
    const [name = "", value, ...more] = part.split("=").map((one) => one.trim());
    if (value === undefined || more.length > 0 || names.has(name)) return null;
    names.add(name);
    if (!take(rule, name, value)) return null;
  }
  return names.has("FREQ") && isPossible(rule) ? rule : null;
}

/** Puts one part into the rule; false if it is wrong. */
function take(rule: Rule, name: string, value: string): boolean {
  const frequency = FREQUENCIES.find((one) => one === value);
  const weekday = WEEKDAYS.find((one) => one === value);
  switch (name) {
    case "FREQ":
      return frequency !== undefined && put(rule, { frequency });
    case "INTERVAL":
      return inRange(Number(value), 1, MOST) && put(rule, { interval: Number(value) });
    case "COUNT":
      return inRange(Number(value), 1, MOST) && put(rule, { count: Number(value) });
    case "UNTIL":
      return /^\d{8}(T\d{6}Z?)?$/.test(value) && put(rule, { until: value });
    case "BYDAY": {
      const days = value.split(",").map(dayRule);
      return days.every((day) => day !== null) && put(rule, { days: days as DayRule[] });
    }
    case "BYMONTHDAY": {
      const monthDays = value.split(",").map(Number);
      return monthDays.every((day) => inRange(Math.abs(day), 1, 31)) && put(rule, { monthDays });
    }
    case "BYMONTH": {
      const months = value.split(",").map(Number);
      return months.every((month) => inRange(month, 1, 12)) && put(rule, { months });
    }
    case "WKST":
      return weekday !== undefined && put(rule, { weekStart: weekday });
    default:
      return false;
  }
}

const inRange = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most;

function put(rule: Rule, values: Partial<Rule>): true {
  Object.assign(rule, values);
  return true;
}

function dayRule(text: string): DayRule | null {
  const found = /^([+-]?\d{1,2})?(MO|TU|WE|TH|FR|SA|SU)$/.exec(text.trim());
  if (!found) return null;
  const weekday = found[2] as Weekday;
  if (found[1] === undefined) return { weekday };
  const nth = Number(found[1]);
  return inRange(Math.abs(nth), 1, 53) ? { weekday, nth } : null;
}

/** What parts mean together. */
function isPossible(rule: Rule): boolean {
  if (rule.count !== undefined && rule.until !== undefined) return false;
  if (rule.frequency === "WEEKLY" && rule.monthDays.length > 0) return false;
  const largest = Math.max(0, ...rule.days.map(({ nth }) => Math.abs(nth ?? 0)));
  if (largest === 0) return true;
  if (rule.frequency === "DAILY" || rule.frequency === "WEEKLY") return false;
  return largest <= 5 || (rule.frequency === "YEARLY" && rule.months.length === 0);
}

/** The text of a rule, without parts that say nothing. */
export function ruleText(rule: Rule): string {
  const parts = [`FREQ=${rule.frequency}`];
  if (rule.interval > 1) parts.push(`INTERVAL=${rule.interval}`);
  if (rule.months.length > 0) parts.push(`BYMONTH=${rule.months.join(",")}`);
  if (rule.monthDays.length > 0) parts.push(`BYMONTHDAY=${rule.monthDays.join(",")}`);
  const day = ({ nth, weekday }: DayRule) => `${nth ?? ""}${weekday}`;
  if (rule.days.length > 0) parts.push(`BYDAY=${rule.days.map(day).join(",")}`);
  if (rule.weekStart !== "MO") parts.push(`WKST=${rule.weekStart}`);
  if (rule.count !== undefined) parts.push(`COUNT=${rule.count}`);
  if (rule.until !== undefined) parts.push(`UNTIL=${rule.until}`);
  return parts.join(";");
}
