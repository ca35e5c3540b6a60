/** A schedule in words, as the server says it once the task is saved. */
import { phrases } from "./scheduleMessages";
import type { TaskValues } from "./values";

type Schedule = Pick<
  TaskValues,
  | "task_type"
  | "run_time_date"
  | "run_time_zone"
  | "zone_name"
  | "daily_interval"
  | "weekly_interval"
  | "run_time_bit_weekdays"
  | "monthly_months_of_year"
  | "monthly_days_of_month"
  | "monthly_weeks_of_month"
  | "task_repetition_interval"
  | "task_repetition_duration"
  | "random_task_delay"
  | "expire_date"
>;

export function sentence(schedule: Schedule): string {
  const parts = [recurrence(schedule)];
  const weeks = Number(schedule.weekly_interval);
  if (schedule.task_type === "weekly" && weeks > 1) parts.push(phrases.everyWeeks(weeks));
  const { task_repetition_interval: every, task_repetition_duration: length } = schedule;
  if (every && length) parts.push(phrases.repeated(duration(every), duration(length)));
  const delay = schedule.random_task_delay;
  if (Number.parseInt(delay, 10) > 0) parts.push(phrases.delayed(duration(delay)));
  if (schedule.expire_date) parts.push(phrases.until(moment(schedule, schedule.expire_date)));
  return parts.join(", ");
}

function recurrence(schedule: Schedule): string {
  switch (schedule.task_type) {
    case "checkfailure":
      return phrases.checkFailure;
    case "onboarding":
      return phrases.onboarding;
    case "runonce":
      return schedule.run_time_date
        ? phrases.once(moment(schedule, schedule.run_time_date))
        : phrases.noDate;
    case "daily": {
      const days = Number(schedule.daily_interval);
      return at(schedule, days === 1 ? phrases.everyDay : phrases.everyDays(days));
    }
    case "weekly":
      return at(schedule, phrases.every(weekdays(schedule.run_time_bit_weekdays)));
    case "monthly":
      return at(
        schedule,
        phrases.on(days(schedule.monthly_days_of_month), months(schedule.monthly_months_of_year)),
      );
    case "monthlydow": {
      const { monthly_weeks_of_month: weeks, run_time_bit_weekdays: names } = schedule;
      return at(
        schedule,
        phrases.on(places(weeks, names), months(schedule.monthly_months_of_year)),
      );
    }
    default:
      return phrases.manual;
  }
}

function at(schedule: Schedule, dates: string): string {
  const { run_time_date: start } = schedule;
  return start ? phrases.at(dates, time(schedule, start)) : dates;
}

function moment(schedule: Schedule, digits: string): string {
  return phrases.moment(digits.slice(0, 10), time(schedule, digits));
}

/** The digits after the date, and whose clock shows them. */
function time(schedule: Schedule, digits: string): string {
  const clock = digits.slice(11);
  if (schedule.run_time_zone === "utc") return phrases.utc(clock);
  if (schedule.run_time_zone === "agent") return phrases.agentTime(clock);
  return phrases.zoneTime(clock, schedule.zone_name);
}

function weekdays(chosen: string[]): string {
  if (chosen.length === 0) return phrases.noDay;
  return chosen.length === 7 ? phrases.day : joined(weekdayNames(chosen));
}

/** Monday first, as people count them. */
function weekdayNames(chosen: string[]): string[] {
  return ["1", "2", "3", "4", "5", "6", "0"]
    .filter((day) => chosen.includes(day))
    .map((day) => phrases.weekdays[Number(day)] ?? day);
}

function months(chosen: string[]): string {
  if (chosen.length === 0) return phrases.noMonth;
  return chosen.length === 12 ? phrases.allMonths : joined(named(phrases.months, chosen));
}

function days(chosen: string[]): string {
  if (chosen.length === 0) return phrases.noDay;
  const numbers = inOrder(chosen).filter((day) => day < 31);
  if (numbers.length === 31) return phrases.allDays;
  const words = numbers.map((day, place) =>
    place === 0 ? phrases.dayNumber(String(day + 1)) : String(day + 1),
  );
  return joined(chosen.includes("31") ? [...words, phrases.lastDay] : words);
}

function places(weeks: string[], chosen: string[]): string {
  if (weeks.length === 0 || chosen.length === 0) return phrases.noDay;
  // First to fourth and last are together every one of a month.
  if (weeks.length === 5) return phrases.eachPlace(weekdays(chosen));
  return phrases.place(joined(named(phrases.weeks, weeks)), joined(weekdayNames(chosen)));
}

function named(names: string[], chosen: string[]): string[] {
  return inOrder(chosen).map((place) => names[place] ?? String(place));
}

function inOrder(chosen: string[]): number[] {
  return chosen.map(Number).toSorted((left, right) => left - right);
}

/** "90 minutes" of `90m`; in the next larger unit where that fits. */
export function duration(text: string): string {
  const lengths = { s: 1, m: 60, h: 3_600, d: 86_400 };
  const unit = text.slice(-1) as keyof typeof lengths;
  if (!(unit in lengths)) return text;
  const seconds = Number.parseInt(text, 10) * lengths[unit];
  const largest = (["d", "h", "m"] as const).find(
    (one) => seconds >= lengths[one] && seconds % lengths[one] === 0,
  );
  return phrases.units[largest ?? "s"](seconds / lengths[largest ?? "s"]);
}

function joined(words: string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : phrases.and(words.slice(0, -1).join(", "), last);
}
