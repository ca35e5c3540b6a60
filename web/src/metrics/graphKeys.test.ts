import type { KeyboardEvent } from "react";
import { expect, test, vi } from "vitest";
import { graphKeys } from "./graphKeys";
import { closer } from "./range";

/** Presses a key, and returns what came of it. */
function press(key: string, more: Partial<KeyboardEvent> = {}) {
  const [onStep, onBack, preventDefault] = [vi.fn(), vi.fn(), vi.fn()];
  const frame = {} as EventTarget & Element;
  const event = { key, target: frame, currentTarget: frame, preventDefault, ...more };
  graphKeys({ onStep, onBack })(event as unknown as KeyboardEvent);
  return {
    step: onStep.mock.calls[0]?.[0],
    back: onBack.mock.calls.length,
    taken: preventDefault.mock.calls.length,
  };
}

test("plus zooms and Escape goes back", () => {
  expect(press("+")).toEqual({ step: closer, back: 0, taken: 1 });
  expect(press("Escape")).toEqual({ step: undefined, back: 1, taken: 1 });
});

test("other keys, those of the browser and those of buttons inside are left alone", () => {
  const nothing = { step: undefined, back: 0, taken: 0 };
  expect(press("a")).toEqual(nothing);
  expect(press("+", { ctrlKey: true })).toEqual(nothing);
  expect(press("Escape", { target: {} as EventTarget })).toEqual(nothing);
});
