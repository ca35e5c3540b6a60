import { expect, test } from "vitest";
import { unsaved } from "./unsaved";

test("what is held is unsaved until it is let go", () => {
  const release = unsaved.hold();
  const releaseOther = unsaved.hold();
  release();
  expect(unsaved.any()).toBe(true);
  releaseOther();
  expect(unsaved.any()).toBe(false);
});

test("there is one question at a time, and nobody leaves while it is open", async () => {
  const first = unsaved.ask();
  expect(unsaved.isAsking()).toBe(true);
  expect(await unsaved.ask()).toBe(false);
  unsaved.answer(true);
  expect([await first, unsaved.isAsking()]).toEqual([true, false]);
});
