/** What this browser remembers of screens: choices, never content. */
import { Store } from "./store";
import type { KeyMode } from "./wire";

export interface ScreenOptions {
  mode: KeyMode;
  /** What is copied on one side can be pasted on the other. */
  sharesClipboard: boolean;
}

const KEY = "muster.remote.screen";
const DEFAULTS: ScreenOptions = { mode: "text", sharesClipboard: false };

class Options extends Store<ScreenOptions> {
  change(changes: Partial<ScreenOptions>) {
    this.set({ ...this.get(), ...changes });
    try {
      localStorage.setItem(KEY, JSON.stringify(this.get()));
    } catch {
      // It is then forgotten with the page.
    }
  }
}

/** What was stored, as far as it is what it should be. */
export function readOptions(text: string | null): ScreenOptions {
  try {
    const { mode, sharesClipboard } = JSON.parse(text ?? "{}") as Partial<ScreenOptions>;
    return {
      mode: mode === "shortcut" ? mode : DEFAULTS.mode,
      sharesClipboard: sharesClipboard === true,
    };
  } catch {
    return DEFAULTS;
  }
}

function stored(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export const options = new Options(readOptions(stored()));
