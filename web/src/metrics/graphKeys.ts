/** The keys of the frame around graphs: arrows move in time, plus and minus zoom, Escape goes back. */
import type { KeyboardEvent } from "react";
import { KEYS, type Step } from "./range";

interface GraphKeys {
  onStep: (by: Step) => void;
  /** Leaves the zoom. */
  onBack: () => void;
}

export const graphKeys =
  ({ onStep, onBack }: GraphKeys) =>
  (event: KeyboardEvent) => {
    // Keys of a button or a table inside are theirs, and those with Ctrl the browser's.
    if (event.target !== event.currentTarget) return;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = KEYS[event.key];
    if (by) onStep(by);
    else if (event.key === "Escape") onBack();
    else return;
    event.preventDefault();
  };
