/** Waits for a state, never for a time. */
import { setTimeout as pause } from "node:timers/promises";

const PATIENCE_MS = 60_000;

export async function eventually(
  what: string,
  holds: () => Promise<boolean> | boolean,
  patience = PATIENCE_MS,
): Promise<void> {
  const end = Date.now() + patience;
  let last: unknown;
  while (Date.now() < end) {
    try {
      if (await holds()) return;
    } catch (problem) {
      last = problem;
    }
    await pause(50);
  }
  throw new Error(`it did not come about that ${what}`, { cause: last });
}
