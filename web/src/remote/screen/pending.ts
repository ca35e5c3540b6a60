/** What was given to the worker that draws, and is not answered yet. */
import type { Clock } from "../pipe/clock";

/** Two updates are on their way at most: this is several times as much. */
export const MOST_PENDING = 16 * 1024 * 1024;
/** A worker that does not answer for twice as long is busy with something that never ends. */
export const PATIENCE = 10_000;

export class Pending {
  #clock: Clock;
  #bytes = 0;
  #isWorking = false;
  #onStuck: () => void;
  #stop: () => void = () => {};

  constructor(clock: Clock, onStuck: () => void) {
    this.#clock = clock;
    this.#onStuck = onStuck;
  }

  /** There is a worker from now on. */
  begin() {
    this.#isWorking = true;
    if (this.#bytes > 0) this.#watch(false);
  }

  /** False when it is more than any agent sends before it is answered. */
  add(bytes: number): boolean {
    if (this.#bytes === 0 && this.#isWorking) this.#watch(false);
    this.#bytes += bytes;
    return this.#bytes <= MOST_PENDING;
  }

  answered(bytes: number) {
    this.#bytes = Math.max(0, this.#bytes - bytes);
    this.#stop();
    if (this.#bytes > 0) this.#watch(false);
  }

  clear() {
    this.#bytes = 0;
    this.#stop();
  }

  /** After the computer slept, timers are earlier than answers: only the second one counts. */
  #watch(isSecond: boolean) {
    this.#stop();
    this.#stop = this.#clock.after(PATIENCE, () => {
      if (isSecond) this.#onStuck();
      else this.#watch(true);
    });
  }
}
