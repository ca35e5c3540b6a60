/** Which keys are down, and what the agent is told about them: pure. */
import { utf8 } from "../pipe/bytes";
import { type Input, type KeyMode, MAX_NAME } from "./wire";

/** What matters of a key that goes down or up. */
export type Stroke = Pick<KeyboardEvent, "code" | "key" | "repeat"> & {
  /** Whether the command key of a Mac is down. */
  metaKey: boolean;
};

/** What a key is called, and what was sent of it. */
interface Sent {
  code: string;
  key: string;
}

/** What they change is in the characters that arrive already. */
const LOCKS = ["CapsLock", "NumLock", "ScrollLock"];
/** The browser composes a character with them, which then arrives as text. */
const COMPOSING = ["Dead", "Process", "Unidentified", "Compose"];

/** Whether a key stands for one character. */
export const isCharacter = (key: string): boolean => [...key].length === 1;

/** Whether a key does nothing by itself: what it leads to arrives as text. */
export const composes = ({ key }: Pick<Stroke, "key">): boolean => COMPOSING.includes(key);

export class PressedKeys {
  #isMac: boolean;
  #mode: KeyMode = "text";
  #down = new Map<string, Sent>();

  constructor(isMac: boolean) {
    this.#isMac = isMac;
  }

  /** What the next keys are for; what is down with the other mode is released. */
  setMode(mode: KeyMode): Input[] {
    const released = mode === this.#mode ? [] : this.releaseAll();
    this.#mode = mode;
    return released;
  }

  press(stroke: Stroke): Input[] {
    const { code, key, repeat } = stroke;
    const sent = this.#translate(stroke);
    if (!sent) return [];
    if (LOCKS.includes(code)) return repeat ? [] : [{ type: "combination", codes: [code] }];
    // Other keys are repeated by the computer itself.
    if (repeat && !(this.#mode === "text" && isCharacter(key))) return [];
    const freed = this.#mode === "text" && key === "AltGraph" ? this.#releaseControl() : [];
    const name = nameOf(stroke);
    this.#down.set(name, sent);
    const down = this.#message(sent, true);
    // A Mac does not say when keys go up that went down with its command key.
    const isOver = this.#isMac && stroke.metaKey && !isModifier(key);
    return isOver ? [down, ...this.#release(name)] : [...freed, down];
  }

  release(stroke: Pick<Stroke, "code" | "key">): Input[] {
    // macOS says only with the down or only with the up that the lock has changed.
    const isLock = this.#isMac && this.#mode === "shortcut" && stroke.code === "CapsLock";
    if (isLock) return [{ type: "combination", codes: [stroke.code] }];
    return this.#release(nameOf(stroke));
  }

  releaseAll(): Input[] {
    return [...this.#down.keys()].reverse().flatMap((name) => this.#release(name));
  }

  /** Without a message: the agent has released them by itself. */
  forget() {
    this.#down.clear();
  }

  /** What is sent for a key; nothing for one that does nothing. */
  #translate({ code, key }: Stroke): Sent | null {
    const isTooLong = [code, key].some((name) => utf8(name).length > MAX_NAME);
    if (isTooLong || composes({ key }) || nameOf({ code, key }) === "") return null;
    if (this.#mode === "shortcut") return { code, key };
    if (LOCKS.includes(code)) return null;
    if (this.#isMac && key === "Alt") return null;
    // The command key of a Mac does what Control does elsewhere.
    if (this.#isMac && key === "Meta") {
      return { code: code === "MetaRight" ? "ControlRight" : "ControlLeft", key: "Control" };
    }
    return { code, key };
  }

  #release(name: string): Input[] {
    const sent = this.#down.get(name);
    if (!sent) return [];
    this.#down.delete(name);
    return [this.#message(sent, false)];
  }

  /** Windows presses Control with AltGr; with Control, characters would be commands. */
  #releaseControl(): Input[] {
    return this.#release("ControlLeft");
  }

  #message({ code, key }: Sent, down: boolean): Input {
    const mode = this.#mode === "shortcut" ? { mode: this.#mode } : {};
    return { type: "key", code, key, down, ...mode };
  }
}

/** Keyboards of glass do not say where a key is. */
const nameOf = ({ code, key }: Pick<Stroke, "code" | "key">): string => code || key;

const isModifier = (key: string): boolean => ["Meta", "Control", "Shift", "Alt"].includes(key);

/** Whether these keys together mean that the keyboard is wanted back. */
export const leaves = (
  event: Pick<KeyboardEvent, "ctrlKey" | "altKey" | "shiftKey" | "key" | "getModifierState">,
): boolean =>
  event.ctrlKey &&
  event.altKey &&
  event.shiftKey &&
  // Which Windows takes for Ctrl and Alt.
  !event.getModifierState("AltGraph") &&
  ["Control", "Alt", "Shift", "Meta"].includes(event.key);

/** Whether a key pastes, on this kind of computer. */
export const pastes = (
  event: Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "code">,
  isMac: boolean,
): boolean =>
  event.code === "KeyV" &&
  !event.altKey &&
  !event.shiftKey &&
  (isMac ? event.metaKey : event.ctrlKey && !event.metaKey);

/** Combinations that browsers and systems keep for themselves. */
export const SPECIAL_KEYS: [name: string, codes: string[]][] = [
  ["Ctrl+Alt+Del", ["ControlLeft", "AltLeft", "Delete"]],
  ["Alt+Tab", ["AltLeft", "Tab"]],
  ["Alt+F4", ["AltLeft", "F4"]],
  ["Ctrl+Esc", ["ControlLeft", "Escape"]],
  ["Win", ["MetaLeft"]],
  ["Win+L", ["MetaLeft", "KeyL"]],
  ["Win+R", ["MetaLeft", "KeyR"]],
  ["Ctrl+Shift+Esc", ["ControlLeft", "ShiftLeft", "Escape"]],
  ["Ctrl+Alt+F1", ["ControlLeft", "AltLeft", "F1"]],
  ["Ctrl+W", ["ControlLeft", "KeyW"]],
  ["Ctrl+T", ["ControlLeft", "KeyT"]],
  ["PrintScreen", ["PrintScreen"]],
  ["Pause", ["Pause"]],
  ["Esc", ["Escape"]],
  ["Tab", ["Tab"]],
  ["F11", ["F11"]],
];
