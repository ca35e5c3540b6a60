/** How a transfer is led: what it reports, and where it may be stopped. */
import type { Entry } from "./wire";

/** What to do with something that has the name already. */
export type Choice = "replace" | "keep_both" | "skip";

export interface Steering {
  readonly signal: AbortSignal;
  /** Waits while it is paused; throws when it was cancelled. */
  point(): Promise<void>;
  /** Local files are read for their hashes before anything is sent. */
  step(step: "reading" | "moving"): void;
  /** Null when nobody knows it. */
  total(bytes: number | null): void;
  done(bytes: number): void;
  /** Asks a person; `existing` as far as it is known. */
  ask(name: string, existing: Entry | null): Promise<Choice>;
}
