/** How fast something is, and how long it will take: from what was done in the last seconds. */

/** Shorter than this says nothing, longer is too slow to follow a change. */
const SHORTEST = 1_000;
const LONGEST = 6_000;

interface Sample {
  at: number;
  done: number;
}

export class Rate {
  #samples: Sample[] = [];

  /** Counts from here on: after a pause, or when something else is counted. */
  begin() {
    this.#samples = [];
  }

  /** `at` in milliseconds. */
  add(done: number, at: number) {
    const last = this.#samples.at(-1);
    // What was lost in a break is done twice.
    if (last && done < last.done) this.begin();
    this.#samples.push({ done, at });
    while (this.#samples.length > 2 && (this.#samples[1]?.at ?? at) < at - LONGEST) {
      this.#samples.shift();
    }
  }

  /** Bytes in a second; null when nobody can know yet. */
  speed(): number | null {
    const first = this.#samples[0];
    const last = this.#samples.at(-1);
    if (!first || !last || last.at - first.at < SHORTEST) return null;
    return ((last.done - first.done) * 1000) / (last.at - first.at);
  }
}

/** Seconds; null when nobody can know. */
export function secondsLeft(done: number, total: number | null, speed: number | null) {
  if (total === null || speed === null || speed <= 0) return null;
  return Math.max(0, total - done) / speed;
}

/** From 0 to 100; null when the end is not known. */
export function percentOf(done: number, total: number | null): number | null {
  if (total === null) return null;
  return total === 0 ? 100 : Math.min(100, (done / total) * 100);
}
