/** The messages about a screen in both directions, as the agent reads and writes them. */

/** Use of the mouse or the keyboard: only of the one who drives. */
export type Input =
  /** Pixels of the whole screen, not of a monitor. */
  | { type: "pointer"; x: number; y: number }
  /** As `MouseEvent.button`; a pointer comes before it. */
  | { type: "button"; button: number; down: boolean }
  /** Steps, not pixels. */
  | { type: "wheel"; right: number; down: number }
  | { type: "key"; code: string; key: string; down: boolean; mode?: KeyMode }
  /** Pressed together and released. */
  | { type: "combination"; codes: string[] }
  | { type: "text"; text: string };

/** Whether the character counts, or the position of the key. */
export type KeyMode = "text" | "shortcut";

export type ToAgent =
  | Input
  | { type: "ack"; frame: number }
  | { type: "refresh" }
  | { type: "monitor"; index: number | null }
  | ClipboardPart;

export type ClipboardPart = { type: "clipboard"; text: string; more: boolean };

export type FromAgent = ClipboardPart | { type: "refused"; code: string; reason: string };

/** Steps of the wheel in one message, at most. */
export const MAX_STEPS = 20;
/** Bytes of the name of a key, at most. */
export const MAX_NAME = 32;
/** Characters that are typed with one message, at most. */
export const MAX_TYPED = 4096;
/** Bytes that fit the clipboards, at most. */
export const MAX_CLIPBOARD = 1024 * 1024;

/** What the agent said, or nothing when it is none of what this version knows. */
export function fromAgent(message: unknown): FromAgent | null {
  const { type, text, more, code, reason } = (message ?? {}) as Record<string, unknown>;
  if (type === "clipboard" && typeof text === "string") return { type, text, more: more === true };
  if (type !== "refused" || typeof code !== "string" || typeof reason !== "string") return null;
  return { type, code, reason };
}
