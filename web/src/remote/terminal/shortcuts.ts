/** Keys that do something here instead of being typed into the shell. */

export type Shortcut = "copy" | "paste" | "search" | "previous" | "next" | "dock";

/** What matters of a key that was pressed. */
export type Pressed = Pick<KeyboardEvent, "ctrlKey" | "metaKey" | "shiftKey" | "altKey" | "code">;

/** With Ctrl and Shift, on every keyboard: shells know none of them. */
const WITH_SHIFT: Record<string, Shortcut> = {
  KeyC: "copy",
  KeyV: "paste",
  KeyF: "search",
  ArrowLeft: "previous",
  ArrowRight: "next",
};

/** On a Mac, Command does what Ctrl does elsewhere, and Ctrl alone belongs to the shell. */
const WITH_COMMAND: Record<string, Shortcut> = { KeyC: "copy", KeyV: "paste", KeyF: "search" };

/**
 * What a key means. Ctrl+C copies when something is selected, and interrupts
 * otherwise; Ctrl+V pastes.
 */
export function shortcutOf(key: Pressed, hasSelection: boolean): Shortcut | null {
  if (key.altKey) return null;
  if (key.metaKey) return key.ctrlKey || key.shiftKey ? null : (WITH_COMMAND[key.code] ?? null);
  if (!key.ctrlKey) return null;
  if (key.code === "Backquote" && !key.shiftKey) return "dock";
  if (key.shiftKey) return WITH_SHIFT[key.code] ?? null;
  if (key.code === "KeyV") return "paste";
  return key.code === "KeyC" && hasSelection ? "copy" : null;
}
