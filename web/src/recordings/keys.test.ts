import { expect, test } from "vitest";
import { commandOf } from "./keys";

/** Something that has the focus, by the selectors that fit it. */
function on(...fitting: string[]): EventTarget {
  const closest = (selector: string) =>
    selector.split(", ").some((one) => fitting.includes(one)) ? {} : null;
  return { closest } as unknown as EventTarget;
}

const press = (key: string, target: EventTarget | null = on(), more = {}) =>
  commandOf({ ...{ key, ctrlKey: false, metaKey: false, altKey: false, target }, ...more });

test("each key has its command, others have none", () => {
  expect([" ", "ArrowLeft", "ArrowRight", "+", "-"].map((key) => press(key))).toEqual([
    ...["toggle", "back", "on", "faster", "slower"],
  ]);
  expect(["a", "Enter", "toString", "ArrowUp"].map((key) => press(key))).toEqual([
    ...[null, null, null, null],
  ]);
});

test("with a key held it is for somebody else", () => {
  expect(press("+", on(), { ctrlKey: true })).toBeNull();
  expect(press("ArrowLeft", on(), { altKey: true })).toBeNull();
});

test("somebody who types is not disturbed, and a button is pressed with the space bar", () => {
  expect([press(" ", on("input")), press("-", on("textarea"))]).toEqual([null, null]);
  expect([press(" ", on("button")), press("+", on("button"))]).toEqual([null, "faster"]);
});

test("the bar and the terminal of the player leave all keys to it", () => {
  expect(press(" ", on("input", "[data-player-keys]"))).toBe("toggle");
  expect(press("ArrowLeft", on("textarea", "[data-player-keys]"))).toBe("back");
  expect(press(" ", null)).toBe("toggle");
});
