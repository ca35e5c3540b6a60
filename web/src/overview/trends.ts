/** How something developed over the last week, from counts of the last so many days. */

export const DAYS = 7;

/** The server is asked for the counts of so many days: of two weeks, then of ever fewer days. */
export const SPANS = [2 * DAYS, ...Array.from({ length: DAYS }, (_, day) => DAYS - day)];

export interface Trend {
  /** How many in each of the last seven times 24 hours, the oldest first. */
  days: number[];
  /** How many in the week before. */
  before: number;
}

/** `counts` has one for each of the spans. What came while they were read may make one too small. */
export function trendOf(counts: readonly number[]): Trend {
  const [before = 0, ...days] = counts.map((count, at) =>
    Math.max(0, count - (counts[at + 1] ?? 0)),
  );
  return { days, before };
}

/** Asks for one count after the other. Once one is 0, those of fewer days are 0 too. */
export async function readTrend(within: (days: number) => Promise<number>): Promise<Trend> {
  const counts: number[] = [];
  for (const days of SPANS) counts.push(counts.at(-1) === 0 ? 0 : await within(days));
  return trendOf(counts);
}

export const sum = (counts: readonly number[]) => counts.reduce((all, one) => all + one, 0);

const HOURS_24 = 86_400_000;

/** From when to when each of the days is, in milliseconds; the oldest first. */
export function spansUntil(now: number): { from: number; to: number }[] {
  return Array.from({ length: DAYS }, (_, day) => {
    const to = now - (DAYS - 1 - day) * HOURS_24;
    return { from: to - HOURS_24, to };
  });
}
