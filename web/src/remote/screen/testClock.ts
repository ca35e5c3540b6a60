/** Time that passes when it is told to, for tests. */
import type { Clock } from "../pipe/clock";

export class TestClock implements Clock {
  #now = 1_000_000;
  #timers: { at: number; act: () => void }[] = [];

  now = () => this.#now;

  after(milliseconds: number, act: () => void) {
    const timer = { at: this.#now + milliseconds, act };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  advance(milliseconds: number) {
    const end = this.#now + milliseconds;
    for (;;) {
      const [next] = this.#timers.filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers = this.#timers.filter((one) => one !== next);
      this.#now = next.at;
      next.act();
    }
    this.#now = end;
  }
}
