/** Follows somebody who drags: the next moment is shown when the former one is, and only the newest of those wanted. */

export class Scrubber {
  #seek: (ms: number) => Promise<void>;
  #wanted: number | null = null;
  #isUnderWay = false;

  constructor(seek: (ms: number) => Promise<void>) {
    this.#seek = seek;
  }

  async to(ms: number): Promise<void> {
    this.#wanted = ms;
    if (this.#isUnderWay) return;
    this.#isUnderWay = true;
    while (this.#wanted !== null) {
      const next = this.#wanted;
      this.#wanted = null;
      await this.#seek(next);
    }
    this.#isUnderWay = false;
  }
}
