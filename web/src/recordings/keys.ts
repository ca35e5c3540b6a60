/** What keys do in the player: pure. */

export type Command = "toggle" | "back" | "on" | "faster" | "slower";

/** The part of a keyboard event that counts. */
export interface PressedKey {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  /** What has the focus. */
  target: EventTarget | null;
}

const COMMANDS: Record<string, Command> = {
  " ": "toggle",
  ArrowLeft: "back",
  ArrowRight: "on",
  "+": "faster",
  "-": "slower",
};

/** Nothing when the key is for something else. */
export function commandOf({ key, ctrlKey, metaKey, altKey, target }: PressedKey): Command | null {
  if (ctrlKey || metaKey || altKey) return null;
  const command = Object.hasOwn(COMMANDS, key) ? COMMANDS[key] : undefined;
  return command && !isTaken(key, target) ? command : null;
}

interface Focused {
  closest(selector: string): unknown;
}

/** A field takes all of them, a button the space bar; the terminal and the bar of the player take none. */
function isTaken(key: string, target: EventTarget | null): boolean {
  if (!target || !("closest" in target)) return false;
  const focused = target as unknown as Focused;
  if (focused.closest("[data-player-keys]")) return false;
  const takes = key === " " ? "button, a, summary, [role=switch]" : "[role=slider], [role=radio]";
  return Boolean(focused.closest(`input, textarea, select, [role=menu], [role=dialog], ${takes}`));
}
