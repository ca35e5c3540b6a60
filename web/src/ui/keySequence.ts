/** Two keys one after the other, such as `g` and then `a`. */

/** How long the first key waits for the second, in milliseconds. */
export const SECOND_KEY = 1500;

export class KeySequence {
  #since = Number.NEGATIVE_INFINITY;
  readonly #first: string;

  constructor(first: string) {
    this.#first = first;
  }

  /** The key, when it is the second one. */
  press(key: string, now: number): string | null {
    const isSecond = now - this.#since < SECOND_KEY;
    const begins = key === this.#first && !isSecond;
    this.#since = begins ? now : Number.NEGATIVE_INFINITY;
    return isSecond ? key : null;
  }
}
