import { expect, test } from "vitest";
import { withinWindow } from "./size";

test("the dock keeps something to see of itself and of the page", () => {
  expect(withinWindow(300.4, 900)).toBe(300);
  expect(withinWindow(2000, 900)).toBe(780);
  expect(withinWindow(10, 900)).toBe(140);
  expect(withinWindow(300, 200)).toBe(140);
});
