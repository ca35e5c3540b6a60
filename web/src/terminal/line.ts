/** The line that is being printed: what comes after a return overwrites it. */
import { isSameStyle, type Style } from "./style";

/** A piece of text of one look. */
export interface Segment {
  text: string;
  style: Style | null;
}

export class Line {
  #segments: Segment[] = [];
  /** Character by character, from the first overwrite on. */
  #cells: Segment[] | null = null;
  #cursor = 0;
  #isReturned = false;

  put(text: string, style: Style | null) {
    if (this.#cells === null && !this.#isReturned) return append(this.#segments, text, style);
    const cells = this.#toCells();
    for (const character of text) {
      cells[this.#cursor] = { text: character, style };
      this.#cursor += 1;
    }
  }

  /** To the beginning of the line. Before the end of a line this changes nothing, and costs nothing. */
  return() {
    if (this.#cells) this.#cursor = 0;
    else this.#isReturned = true;
  }

  back() {
    this.#toCells();
    this.#cursor = Math.max(0, this.#cursor - 1);
  }

  /** `ESC [ K`: what follows the cursor, what is before it, or all. */
  erase(what: string) {
    const cells = this.#toCells();
    if (what === "1" || what === "2") {
      for (let at = 0; at < Math.min(this.#cursor, cells.length); at += 1) cells[at] = BLANK;
    }
    if (what !== "1") cells.length = Math.min(this.#cursor, cells.length);
  }

  segments(): Segment[] {
    if (!this.#cells) return this.#segments;
    const joined: Segment[] = [];
    for (const { text, style } of this.#cells) append(joined, text, style);
    return joined;
  }

  #toCells(): Segment[] {
    if (this.#cells) return this.#cells;
    const cells = this.#segments.flatMap(({ text, style }) =>
      Array.from(text, (character) => ({ text: character, style })),
    );
    this.#cursor = this.#isReturned ? 0 : cells.length;
    this.#cells = cells;
    return cells;
  }
}

const BLANK: Segment = { text: " ", style: null };

/** Adds a piece of text, to the last segment where it looks the same. */
export function append(segments: Segment[], text: string, style: Style | null) {
  const last = segments.at(-1);
  if (last && isSameStyle(last.style, style)) {
    segments[segments.length - 1] = { text: last.text + text, style: last.style };
  } else {
    segments.push({ text, style });
  }
}
