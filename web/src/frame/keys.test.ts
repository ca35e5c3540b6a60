import { expect, test } from "vitest";
import { isApple, paletteKeys } from "./keys";

test("a Mac has Command where others have Ctrl", () => {
  expect(["macOS", "MacIntel", "iPad"].map(isApple)).toEqual([true, true, true]);
  expect(["Windows", "Win32", "Linux x86_64", ""].map(isApple)).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect([paletteKeys(true), paletteKeys(false)]).toEqual(["⌘K", "Ctrl K"]);
});
