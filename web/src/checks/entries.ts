/** The entries of a log that a check found, out of the free form in which results keep them. */

export interface FoundEntry {
  key: string;
  /** Milliseconds since 1970. */
  time: number | null;
  source: string;
  message: string;
}

export function entriesOf(details: unknown): FoundEntry[] {
  const log = isObject(details) ? details.log : undefined;
  if (!Array.isArray(log)) return [];
  return log.filter(isObject).map((entry, place) => ({
    key: String(place),
    time: timeOf(entry.time),
    source: textOf(entry.source),
    message: textOf(entry.message),
  }));
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null;

const textOf = (value: unknown) => (typeof value === "string" ? value : "");

/** Microseconds, as agents write times, or a text as the API does. */
function timeOf(value: unknown): number | null {
  const time = typeof value === "number" ? value / 1000 : Date.parse(textOf(value));
  return Number.isFinite(time) ? time : null;
}
