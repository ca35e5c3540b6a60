import { expect, test } from "vitest";
import { stepOf } from "./keys";

const closed = { hasChildren: true, isOpen: false };
const open = { hasChildren: true, isOpen: true };
const leaf = { hasChildren: false, isOpen: false };

test("the arrows to the sides open and close a key, and then walk on", () => {
  expect([closed, open, leaf].map((item) => stepOf("ArrowRight", item))).toEqual([
    "open",
    "next",
    undefined,
  ]);
  expect([closed, open, leaf].map((item) => stepOf("ArrowLeft", item))).toEqual([
    "parent",
    "close",
    "parent",
  ]);
});

test("the other keys do the same everywhere", () => {
  const keys = ["ArrowDown", "ArrowUp", "Home", "End", "Enter", " ", "a", "Tab"];
  const steps = ["next", "previous", "first", "last", "choose", "choose", undefined, undefined];
  for (const item of [closed, open, leaf]) {
    expect(keys.map((key) => stepOf(key, item))).toEqual(steps);
  }
});
