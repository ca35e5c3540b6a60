import { expect, test } from "vitest";
import { type Pressed, shortcutOf } from "./shortcuts";

const NONE: Pressed = { ctrlKey: false, metaKey: false, shiftKey: false, altKey: false, code: "" };

/** `press("ctrl shift KeyF")`. */
function press(keys: string, hasSelection = false) {
  const held = keys.split(" ");
  const code = held.pop() ?? "";
  const modifiers = Object.fromEntries(held.map((name) => [`${name}Key`, true]));
  return shortcutOf({ ...NONE, ...modifiers, code }, hasSelection);
}

test("with Ctrl and Shift the keys are for the page", () => {
  const keys = ["KeyF", "KeyC", "KeyV", "ArrowLeft", "ArrowRight"];
  expect(keys.map((code) => press(`ctrl shift ${code}`))).toEqual([
    "search",
    "copy",
    "paste",
    "previous",
    "next",
  ]);
  expect(press("ctrl Backquote")).toBe("dock");
});

test("Ctrl+C copies what is selected, and interrupts when nothing is", () => {
  expect(press("ctrl KeyC", true)).toBe("copy");
  expect(press("ctrl KeyC", false)).toBeNull();
  expect(press("ctrl KeyV")).toBe("paste");
});

test("on a Mac Command does it, and Ctrl stays with the shell", () => {
  expect(press("meta KeyC")).toBe("copy");
  expect(press("meta KeyV")).toBe("paste");
  expect(press("meta KeyF")).toBe("search");
});

test("everything else is typed", () => {
  const typed = ["KeyC", "ctrl KeyA", "ctrl KeyR", "alt KeyF", "ctrl alt KeyV", "ctrl shift KeyX"];
  expect(typed.filter((keys) => press(keys, true) !== null)).toEqual([]);
  expect(press("meta shift KeyC")).toBeNull();
});
