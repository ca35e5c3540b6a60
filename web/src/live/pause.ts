/** How long to wait before reconnecting. */

const FIRST = 500;
const LONGEST = 30_000;

/**
 * Doubles with each try, up to half a minute. `chance` (0…1) spreads the pause
 * over its upper half, so that not all clients reconnect to a restarted server at once.
 */
export function nextPause(tries: number, chance: number): number {
  const full = Math.min(LONGEST, FIRST * 2 ** Math.min(tries, 10));
  return full / 2 + (full / 2) * chance;
}
