import { expect, test } from "vitest";
import { restoreAll } from "./restoreAll";

const many = Array.from({ length: 30 }, (_, number) => `agent ${number}`);

test("every agent is restored once, a few at a time", async () => {
  const restored: string[] = [];
  let atOnce = 0;
  let most = 0;
  const refusals = await restoreAll(many, async (id) => {
    atOnce += 1;
    most = Math.max(most, atOnce);
    await Promise.resolve();
    restored.push(id);
    atOnce -= 1;
  });
  expect(refusals).toEqual([]);
  expect(restored.toSorted()).toEqual(many.toSorted());
  expect(most).toBe(8);
});

test("one that is refused keeps none of the others from coming back", async () => {
  const restored: string[] = [];
  const refusals = await restoreAll(["a", "b", "c"], async (id) => {
    if (id === "b") throw new Error("too late");
    restored.push(id);
  });
  expect(refusals).toEqual([new Error("too late")]);
  expect(restored).toEqual(["a", "c"]);
});
