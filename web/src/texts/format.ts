/** Numbers, times and sizes in the viewer's locale. */
import { chosenDateFormat, formatAs } from "./dateFormat";
import { locale, texts } from "./texts";

const numbers = new Intl.NumberFormat(locale);
const decimals = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 });
const moments = new Intl.DateTimeFormat(locale, { dateStyle: "medium", timeStyle: "medium" });
const relative = new Intl.RelativeTimeFormat(locale, { numeric: "always", style: "long" });

/** A number and its unit stay on one line. */
const JOIN = "\u00a0";

export const formatNumber = (value: number) => numbers.format(value);
export function formatMoment(time: string | number | Date): string {
  const chosen = chosenDateFormat();
  return chosen ? formatAs(chosen, new Date(time)) : moments.format(new Date(time));
}
export const formatDecimal = (value: number) => decimals.format(value);
export const formatPercent = (value: number) => `${decimals.format(value)}${JOIN}%`;

const STEPS: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60],
  ["second", 1],
];

/** From two on: "45 days" says more than "a month". */
const AT_LEAST: Partial<Record<Intl.RelativeTimeFormatUnit, number>> = { year: 2, month: 2 };
/** Clocks may differ by so many seconds. */
const JUST_NOW = 10;
const words = texts({ justNow: "just now" });

/** "3 minutes ago", "in 2 hours", "45 days ago", "just now". */
export function formatAgo(time: string | number | Date, now = Date.now()): string {
  const seconds = (new Date(time).getTime() - now) / 1000;
  if (Math.abs(seconds) < JUST_NOW) return words.justNow;
  for (const [unit, length] of STEPS) {
    const many = Math.trunc(seconds / length);
    if (Math.abs(many) >= (AT_LEAST[unit] ?? 1)) return relative.format(many, unit);
  }
  return words.justNow;
}

/** A time as programs write it, anywhere in a sentence. */
const INSTANT = /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d)?/g;

/** The server's sentence with its times as people write them. */
export function withMoments(sentence: string): string {
  return sentence.replace(INSTANT, (instant) => formatMoment(instant));
}

const SIZES = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"];

/** "1.5 GiB". */
export function formatBytes(bytes: number): string {
  const step = Math.min(
    SIZES.length - 1,
    Math.max(0, Math.floor(Math.log2(Math.max(1, bytes)) / 10)),
  );
  return `${decimals.format(bytes / 1024 ** step)}${JOIN}${SIZES[step]}`;
}

/** "3 d 4 h", "5 min 2 s", "0.4 s". */
export function formatDuration(seconds: number): string {
  if (seconds < 10) return `${decimals.format(seconds)}${JOIN}s`;
  const whole = Math.round(seconds);
  const parts: [number, string][] = [
    [Math.floor(whole / 86_400), "d"],
    [Math.floor((whole % 86_400) / 3_600), "h"],
    [Math.floor((whole % 3_600) / 60), "min"],
    [whole % 60, "s"],
  ];
  const first = parts.findIndex(([value]) => value > 0);
  return parts
    .slice(first, first + 2)
    .filter(([value]) => value > 0)
    .map(([value, unit]) => `${numbers.format(value)}${JOIN}${unit}`)
    .join(" ");
}
