/** Time, so that tests need not wait for it. */

export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Does it later, unless the returned function is called before. */
  after(milliseconds: number, act: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(milliseconds, act) {
    const timer = setTimeout(act, milliseconds);
    return () => clearTimeout(timer);
  },
};
