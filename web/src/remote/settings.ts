/** What this browser remembers of remote sessions: sizes and choices, never content. */
import { useSyncExternalStore } from "react";

export interface RemoteSettings {
  fontSize: number;
  /** The terminal speaks to screen readers, which costs speed. */
  screenReader: boolean;
  /** Programs on the computer may write to the viewer's clipboard. */
  remoteClipboard: boolean;
  position: "bottom" | "side";
  /** Of the dock at the bottom, in pixels. */
  height: number;
  /** Of the dock on the side, in pixels. */
  width: number;
  /** The size of the last terminal, in characters: the next one begins with it. */
  rows: number;
  cols: number;
}

export const DEFAULTS: RemoteSettings = {
  fontSize: 14,
  screenReader: false,
  remoteClipboard: false,
  position: "bottom",
  height: 340,
  width: 620,
  rows: 24,
  cols: 80,
};

const SMALLEST_FONT = 8;
const LARGEST_FONT = 32;
const KEY = "muster.remote.settings";

const watchers = new Set<() => void>();
let current = read();

function read(): RemoteSettings {
  try {
    return { ...DEFAULTS, ...(JSON.parse(localStorage.getItem(KEY) ?? "{}") as object) };
  } catch {
    return DEFAULTS;
  }
}

export const settings = {
  get: () => current,

  set(changes: Partial<RemoteSettings>) {
    current = { ...current, ...changes };
    localStorage.setItem(KEY, JSON.stringify(current));
    for (const watcher of [...watchers]) watcher();
  },

  /** Larger or smaller text, within what can be read. */
  zoom(by: number) {
    const fontSize = Math.min(LARGEST_FONT, Math.max(SMALLEST_FONT, current.fontSize + by));
    settings.set({ fontSize });
  },

  watch(watcher: () => void) {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
};

export function useSettings(): RemoteSettings {
  return useSyncExternalStore(settings.watch, settings.get);
}
