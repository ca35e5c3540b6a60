/** When a recording has something to show, and where that is on its bar: pure. */
import type { Schema } from "../api/client";
import type { Kind } from "../remote/kind";

export type PartInfo = Schema<"RecordingPart">;

/** From one moment to another, in milliseconds since the recording began. */
export interface Stretch {
  from: number;
  to: number;
}

/** Longer without anything is a pause, which is skipped if wanted. */
export const PAUSE = 2_000;
/** How long a pause takes then. */
export const SKIPPED_PAUSE = 500;

/**
 * A terminal has no whole pictures: what it shows comes from everything before. So many parts
 * fill its lines several times, and are as much as a seek may take.
 */
const MOST_BEFORE = 64;

export class Timeline {
  readonly end: number;
  /** Where something is missing. */
  readonly gaps: Stretch[];
  /** Longer ones than the limit between parts; those within one are not known before it is read. */
  readonly pauses: Stretch[];

  constructor(readonly parts: PartInfo[]) {
    this.end = Math.max(0, ...parts.map(({ last_ms }) => last_ms));
    const between = parts.map(({ first_ms }, at) => {
      const former = parts[at - 1];
      return { from: former?.last_ms ?? 0, to: first_ms };
    });
    this.gaps = between.filter((_, at) => isAfterGap(parts, at));
    this.pauses = between.filter(({ from, to }) => to - from > PAUSE);
  }

  /** The part in which a moment is: the last one that has begun by then. */
  positionAt(ms: number): number {
    const after = this.parts.findIndex(({ first_ms }) => first_ms > ms);
    return Math.max(0, (after < 0 ? this.parts.length : after) - 1);
  }

  /** The part to begin with in order to show a moment. */
  beginFor(ms: number, kind: Kind): number {
    const at = this.positionAt(ms);
    if (kind !== "screen") return Math.max(0, at - MOST_BEFORE);
    const key = this.parts.findLastIndex(({ key_frame }, index) => key_frame && index <= at);
    return Math.max(0, key);
  }

  /** Where a moment is on the bar, from 0 to 1; skipped pauses take only as much of it as of time. */
  fractionOf(ms: number, skips: boolean): number {
    const all = this.#shownBefore(this.end, skips);
    return all === 0 ? 0 : this.#shownBefore(Math.min(ms, this.end), skips) / all;
  }

  /** The moment at a point of the bar. */
  momentAt(fraction: number, skips: boolean): number {
    const shown = Math.min(1, Math.max(0, fraction)) * this.#shownBefore(this.end, skips);
    let ms = shown;
    for (const { from, to } of skips ? this.pauses : []) {
      const until = this.#shownBefore(from, skips);
      if (shown <= until) break;
      const within = Math.min(1, (shown - until) / SKIPPED_PAUSE);
      ms = from + within * (to - from) + Math.max(0, shown - until - SKIPPED_PAUSE);
    }
    return Math.min(ms, this.end);
  }

  /** How long it takes to get there without stopping. */
  #shownBefore(ms: number, skips: boolean): number {
    if (!skips) return ms;
    return this.pauses.reduce((shown, { from, to }) => {
      const within = Math.min(1, Math.max(0, (ms - from) / (to - from)));
      return shown - within * (to - from - SKIPPED_PAUSE);
    }, ms);
  }
}

/** The agent says so, or parts are not there. */
function isAfterGap(parts: PartInfo[], at: number): boolean {
  const [former, part] = [parts[at - 1], parts[at]];
  const follows = part?.part === (former ? former.part + 1 : 0);
  return part !== undefined && (part.gap || !follows);
}
