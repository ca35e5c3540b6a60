import { beforeEach, expect, test } from "vitest";
import { leaves, PressedKeys, pastes, SPECIAL_KEYS } from "./keys";

let keys: PressedKeys;

beforeEach(() => {
  keys = new PressedKeys(false);
});

const stroke = (code: string, key: string, more = {}) => ({
  ...{ code, key, repeat: false, metaKey: false },
  ...more,
});
const message = (code: string, key: string, down: boolean) => ({ type: "key", code, key, down });

test("a key goes down and up", () => {
  expect(keys.press(stroke("KeyQ", "a"))).toEqual([message("KeyQ", "a", true)]);
  expect(keys.release(stroke("KeyQ", "a"))).toEqual([message("KeyQ", "a", false)]);
});

test("the up says what the down said, also when the character is another one by then", () => {
  keys.press(stroke("KeyA", "A"));
  expect(keys.release(stroke("KeyA", "a"))).toEqual([message("KeyA", "A", false)]);
});

test("a key that went down elsewhere does not go up here", () => {
  expect(keys.release(stroke("Enter", "Enter"))).toEqual([]);
});

test("characters are repeated by the browser, and other keys by the computer", () => {
  keys.press(stroke("KeyA", "a"));
  expect(keys.press(stroke("KeyA", "a", { repeat: true }))).toHaveLength(1);
  keys.press(stroke("ArrowUp", "ArrowUp"));
  expect(keys.press(stroke("ArrowUp", "ArrowUp", { repeat: true }))).toEqual([]);
  keys.setMode("shortcut");
  expect(keys.press(stroke("KeyA", "a", { repeat: true }))).toEqual([]);
});

test("everything that is down is released at once, the last key first", () => {
  keys.press(stroke("ControlLeft", "Control"));
  keys.press(stroke("KeyC", "c"));
  expect(keys.releaseAll()).toEqual([
    message("KeyC", "c", false),
    message("ControlLeft", "Control", false),
  ]);
  expect(keys.releaseAll()).toEqual([]);
});

test("what the computer has released by itself is not released again", () => {
  keys.press(stroke("ShiftLeft", "Shift"));
  keys.forget();
  expect(keys.releaseAll()).toEqual([]);
});

test("another mode releases what is down, and says so with every key", () => {
  keys.press(stroke("ShiftLeft", "Shift"));
  expect(keys.setMode("shortcut")).toEqual([message("ShiftLeft", "Shift", false)]);
  expect(keys.setMode("shortcut")).toEqual([]);
  const down = { ...message("KeyQ", "a", true), mode: "shortcut" };
  expect(keys.press(stroke("KeyQ", "a"))).toEqual([down]);
});

test("the Control that Windows presses with AltGr is released before characters arrive", () => {
  keys.press(stroke("ControlLeft", "Control"));
  expect(keys.press(stroke("AltRight", "AltGraph"))).toEqual([
    message("ControlLeft", "Control", false),
    message("AltRight", "AltGraph", true),
  ]);
  expect(keys.release(stroke("ControlLeft", "Control"))).toEqual([]);
});

test("locks change only the characters in one mode, and are pressed in the other", () => {
  expect(keys.press(stroke("CapsLock", "CapsLock"))).toEqual([]);
  keys.setMode("shortcut");
  expect(keys.press(stroke("CapsLock", "CapsLock"))).toEqual([
    { type: "combination", codes: ["CapsLock"] },
  ]);
  expect(keys.press(stroke("CapsLock", "CapsLock", { repeat: true }))).toEqual([]);
  expect(keys.release(stroke("CapsLock", "CapsLock"))).toEqual([]);
});

test("what composes a character is not sent: the character is", () => {
  for (const key of ["Dead", "Process", "Unidentified", "Compose"]) {
    expect(keys.press(stroke("Quote", key))).toEqual([]);
  }
});

test("a keyboard of glass has keys without a position", () => {
  expect(keys.press(stroke("", "Enter"))).toEqual([message("", "Enter", true)]);
  expect(keys.release(stroke("", "Enter"))).toEqual([message("", "Enter", false)]);
  expect(keys.press(stroke("", ""))).toEqual([]);
});

test("names that are longer than the agent takes are not sent", () => {
  expect(keys.press(stroke("KeyA", "x".repeat(33)))).toEqual([]);
});

test("on a Mac, Command is Control, and keys pressed with it go up at once", () => {
  keys = new PressedKeys(true);
  expect(keys.press(stroke("MetaLeft", "Meta", { metaKey: true }))).toEqual([
    message("ControlLeft", "Control", true),
  ]);
  expect(keys.press(stroke("KeyC", "c", { metaKey: true }))).toEqual([
    message("KeyC", "c", true),
    message("KeyC", "c", false),
  ]);
  expect(keys.release(stroke("MetaLeft", "Meta"))).toEqual([
    message("ControlLeft", "Control", false),
  ]);
});

test("on a Mac, Option writes other characters and is no Alt, except for shortcuts", () => {
  keys = new PressedKeys(true);
  expect(keys.press(stroke("AltLeft", "Alt"))).toEqual([]);
  expect(keys.press(stroke("KeyL", "@"))).toEqual([message("KeyL", "@", true)]);
  keys.setMode("shortcut");
  expect(keys.press(stroke("AltLeft", "Alt"))).toHaveLength(1);
});

test("Ctrl, Alt and Shift together leave the keyboard, and a character with AltGr does not", () => {
  const pressed = (changes = {}) => ({
    ...{ ctrlKey: true, altKey: true, shiftKey: true, key: "Shift" },
    getModifierState: () => false,
    ...changes,
  });
  expect(leaves(pressed())).toBe(true);
  expect(leaves(pressed({ shiftKey: false }))).toBe(false);
  expect(leaves(pressed({ key: "T" }))).toBe(false);
  expect(leaves(pressed({ getModifierState: () => true }))).toBe(false);
});

test("Ctrl+V pastes, and on a Mac Command+V", () => {
  const pressed = (changes: object) => ({
    ...{ code: "KeyV", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false },
    ...changes,
  });
  expect(pastes(pressed({ ctrlKey: true }), false)).toBe(true);
  expect(pastes(pressed({ ctrlKey: true, shiftKey: true }), false)).toBe(false);
  expect(pastes(pressed({ metaKey: true }), false)).toBe(false);
  expect(pastes(pressed({ metaKey: true }), true)).toBe(true);
  expect(pastes(pressed({ ctrlKey: true }), true)).toBe(false);
});

test("the agent takes every combination of the menu", () => {
  for (const [name, codes] of SPECIAL_KEYS) {
    expect(codes.length, name).toBeLessThanOrEqual(8);
    expect(
      codes.every((code) => /^[A-Za-z0-9]{2,32}$/.test(code)),
      name,
    ).toBe(true);
  }
});
