/** Acts when nothing happens for too long while there is a connection. */
import type { Requests } from "./requests";

const LONGEST_SILENCE = 30_000;

export class Patience {
  #requests: Requests;
  #act: () => void;
  #stop: () => void = () => {};

  constructor(requests: Requests, act: () => void) {
    this.#requests = requests;
    this.#act = act;
  }

  /** From now on something should happen. Also to be called whenever something does. */
  expect() {
    this.#stop();
    this.#stop = this.#requests.clock.after(LONGEST_SILENCE, () => {
      // Without a connection it waits for the next one, which says so.
      if (this.#requests.pipe.status().phase.is === "open") this.#act();
    });
  }

  rest() {
    this.#stop();
  }
}
