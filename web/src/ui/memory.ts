/** What a page was like when it was left, for those who come back to it with the browser's buttons. */
import { useLocation } from "@tanstack/react-router";
import { useEffect, useState } from "react";

/** How many pages back are remembered. */
const KEPT = 50;

/** Keeps a value for each step of the history; the oldest go first. */
export class Memory<Value> {
  #kept = new Map<string, Value>();

  constructor(readonly size = KEPT) {}

  get(step: string): Value | undefined {
    return this.#kept.get(step);
  }

  set(step: string, value: Value) {
    this.#kept.delete(step);
    this.#kept.set(step, value);
    const oldest = this.#kept.keys().next();
    if (this.#kept.size > this.size && !oldest.done) this.#kept.delete(oldest.value);
  }
}

/**
 * What was remembered of this step of the history when the page opened, and a way to remember
 * something. A page that is opened by a link is another step and begins without.
 */
export function useMemory<Value extends object>(memory: Memory<Value>, first: Value) {
  const step = useLocation({ select: ({ state }) => state.__TSR_key ?? "" });
  // One object per page: it goes along when a filter replaces the step.
  const [value] = useState<Value>(() => ({ ...(memory.get(step) ?? first) }));
  useEffect(() => memory.set(step, value), [memory, step, value]);
  return value;
}
