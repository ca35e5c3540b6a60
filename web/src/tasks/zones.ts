/**
 * Wall clocks of the world: what they show at an instant, and the instant at
 * which they show something. Digits are those of a `datetime-local` input.
 */
import { locale } from "../texts/texts";

/** Every time zone this browser knows. */
export const ZONES: string[] = Intl.supportedValuesOf("timeZone");

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: zone,
    calendar: "gregory",
    numberingSystem: "latn",
    hourCycle: "h23",
    year: "numeric",
    month: "2-digit",
    day: "2-digit",
    hour: "2-digit",
    minute: "2-digit",
    second: "2-digit",
  });
  formats.set(zone, format);
  return format;
}

/** What the zone's clocks show: `2026-03-01T03:00`, with seconds only if there are any. */
export function digitsAt(instant: string | number, zone: string): string {
  const parts = formatOf(zone).formatToParts(new Date(instant));
  const part = (type: string) => parts.find((one) => one.type === type)?.value ?? "";
  const day = `${part("year").padStart(4, "0")}-${part("month")}-${part("day")}`;
  const seconds = part("second") === "00" ? "" : `:${part("second")}`;
  return `${day}T${part("hour")}:${part("minute")}${seconds}`;
}

/**
 * The instant at which the zone's clocks show these digits. Of an hour that
 * comes twice it is the first; one that is left out counts as if it were not.
 */
export function instantOf(digits: string, zone: string): string {
  const plain = Date.parse(`${digits}Z`);
  const before = plain - offsetAt(plain - DAY, zone);
  const after = plain - offsetAt(plain + DAY, zone);
  const shows = (instant: number) => digitsAt(instant, zone) === shortened(digits);
  return iso(!shows(before) && shows(after) ? after : before);
}

const DAY = 86_400_000;

/** How far the zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(instant: number, zone: string): number {
  return Date.parse(`${digitsAt(instant, zone)}Z`) - Math.floor(instant / 1000) * 1000;
}

/** `:00` at the end is left out, as by `digitsAt`. */
function shortened(digits: string): string {
  return digits.length === 19 && digits.endsWith(":00") ? digits.slice(0, 16) : digits;
}

/** As the server writes times: without empty fractions of a second. */
function iso(instant: number): string {
  return new Date(instant).toISOString().replace(".000Z", "Z");
}

/** Whether the browser knows a zone of this name. */
export function isZone(name: string): boolean {
  try {
    return formatOf(name) !== undefined;
  } catch {
    return false;
  }
}

/** "Mon, 2 Mar, 03:00" on the clocks of a zone; with the year when it is not this one. */
export function formatIn(instant: string, zone: string, now = Date.now()): string {
  const time = new Date(instant);
  const isThisYear = digitsAt(instant, zone).slice(0, 4) === digitsAt(now, zone).slice(0, 4);
  return new Intl.DateTimeFormat(locale, {
    timeZone: zone,
    weekday: "short",
    day: "numeric",
    month: "short",
    ...(isThisYear ? {} : { year: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
  }).format(time);
}
