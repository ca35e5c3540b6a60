/**
 * Dates as somebody wants them: `YYYY-MM-DD HH:mm`. Without a choice they look as
 * the browser's language has it.
 */
import { locale } from "./texts";

type Part = (time: Date) => string;

const two = (value: number) => String(value).padStart(2, "0");
const month = (style: "long" | "short"): Part => {
  const names = new Intl.DateTimeFormat(locale, { month: style });
  return (time) => names.format(time);
};
const hour12 = (time: Date) => time.getHours() % 12 || 12;
const half = (time: Date) => (time.getHours() < 12 ? "AM" : "PM");

const PARTS: Record<string, Part> = {
  YYYY: (time) => String(time.getFullYear()),
  YY: (time) => two(time.getFullYear() % 100),
  MMMM: month("long"),
  MMM: month("short"),
  MM: (time) => two(time.getMonth() + 1),
  M: (time) => String(time.getMonth() + 1),
  DD: (time) => two(time.getDate()),
  D: (time) => String(time.getDate()),
  HH: (time) => two(time.getHours()),
  H: (time) => String(time.getHours()),
  hh: (time) => two(hour12(time)),
  h: (time) => String(hour12(time)),
  mm: (time) => two(time.getMinutes()),
  ss: (time) => two(time.getSeconds()),
  A: half,
  a: (time) => half(time).toLowerCase(),
};

/** Longer parts first; text in brackets is kept as it is. */
const PATTERN = /\[([^\]]*)\]|YYYY|YY|MMMM|MMM|MM|M|DD|D|HH|H|hh|h|mm|ss|A|a/g;

export function formatAs(format: string, time: Date): string {
  return format.replace(PATTERN, (part, said?: string) => said ?? PARTS[part]?.(time) ?? part);
}

/** Whether a format has any part of a date or time. */
export function isDateFormat(format: string): boolean {
  return (format.match(PATTERN) ?? []).some((part) => !part.startsWith("["));
}

/** Common date formats. */
export const DATE_FORMATS = [
  "YYYY-MM-DD HH:mm:ss",
  "DD.MM.YYYY HH:mm:ss",
  "DD/MM/YYYY HH:mm:ss",
  "D MMM YYYY, HH:mm:ss",
  "MM/DD/YYYY hh:mm:ss A",
  "MMM D, YYYY h:mm:ss A",
];

let chosen = "";

/** Used from now on; empty for the browser's own format. */
export function setDateFormat(format: string) {
  chosen = isDateFormat(format) ? format : "";
}

export const chosenDateFormat = () => chosen;
