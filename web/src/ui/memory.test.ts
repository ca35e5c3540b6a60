import { expect, test } from "vitest";
import { Memory } from "./memory";

test("a step of the history finds what it left, and another one does not", () => {
  const memory = new Memory<number>();
  memory.set("list", 700);
  expect([memory.get("list"), memory.get("elsewhere")]).toEqual([700, undefined]);
});

test("what was remembered longest ago is forgotten first", () => {
  const memory = new Memory<number>(2);
  memory.set("a", 1);
  memory.set("b", 2);
  memory.set("a", 3);
  memory.set("c", 4);
  expect(["a", "b", "c"].map((step) => memory.get(step))).toEqual([3, undefined, 4]);
});
