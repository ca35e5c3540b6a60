/** When a window is open, in instants: the clocks of its zone decide. */
import { digitsAt, instantOf } from "../tasks/zones";
import { dayOf, textOf } from "./days";
import { parseRule } from "./rule";
import { datesOf } from "./ruleDates";

export interface WindowTimes {
  /** What the clock of the zone shows when it first opens: `2026-01-31T22:00`. */
  start: string;
  zone: string;
  minutes: number;
  /** A rule of RFC 5545; empty: once. */
  rrule: string;
}

export interface Occurrence {
  start: number;
  end: number;
}

const MINUTE = 60_000;
const DAY_MINUTES = 1440;

/** The next occurrences that have not ended; nothing at all for a rule that is wrong. */
export function nextOccurrences(
  times: WindowTimes,
  now: number,
  most: number,
): Occurrence[] | null {
  const rule = times.rrule === "" ? undefined : parseRule(times.rrule);
  if (rule === null) return null;
  const start = dayOf(times.start);
  if (Number.isNaN(start)) return [];
  const found: Occurrence[] = [];
  const last = rule?.until ? lastStart(rule.until, times.zone) : Number.POSITIVE_INFINITY;
  // Well before now, instants need not be known.
  const early = now / MINUTE / DAY_MINUTES - times.minutes / DAY_MINUTES - 3;
  for (const day of rule ? datesOf(rule, start) : [start]) {
    if (found.length === most) break;
    if (day < early) continue;
    const one = occurrenceOn(day, times);
    if (one.start > last) break;
    if (one.end > now) found.push(one);
  }
  return found;
}

/** Of its length, whole days are days of the calendar and the rest is time that passes. */
function occurrenceOn(day: number, { start, zone, minutes }: WindowTimes): Occurrence {
  const clock = start.slice(10);
  const days = Math.floor(minutes / DAY_MINUTES);
  const opens = openingAt(`${textOf(day)}${clock}`, zone);
  const whole = days === 0 ? opens : openingAt(`${textOf(day + days)}${clock}`, zone);
  return { start: opens, end: Math.max(whole, opens) + (minutes - days * DAY_MINUTES) * MINUTE };
}

/** The instant at which the clock shows the digits; the end of the gap where it skips them. */
export function openingAt(digits: string, zone: string): number {
  const instant = Date.parse(instantOf(digits, zone));
  const shown = digitsAt(instant, zone);
  if (shown.slice(0, 16) === digits.slice(0, 16)) return instant;
  // The clock went forward before this instant: find when.
  const offset = (at: number) => Date.parse(`${digitsAt(at, zone)}Z`) - at;
  const after = offset(instant);
  // In whole seconds, as `instantOf` returns them.
  let [before, from] = [instant - DAY_MINUTES * MINUTE, instant];
  while (from - before > 1000) {
    const middle = Math.floor((before + from) / 2000) * 1000;
    if (offset(middle) === after) from = middle;
    else before = middle;
  }
  return from;
}

/** The last instant at which an occurrence may start. */
function lastStart(until: string, zone: string): number {
  const date = `${until.slice(0, 4)}-${until.slice(4, 6)}-${until.slice(6, 8)}`;
  if (until.length === 8) return openingAt(`${textOf(dayOf(date) + 1)}T00:00`, zone) - 1;
  const clock = `${until.slice(9, 11)}:${until.slice(11, 13)}:${until.slice(13, 15)}`;
  if (until.endsWith("Z")) return Date.parse(`${date}T${clock}Z`);
  return openingAt(`${date}T${clock}`, zone);
}
