import { expect, test } from "vitest";
import { Scrubber } from "./scrubber";

test("of the moments that are wanted while one is on its way, only the newest is shown", async () => {
  const shown: number[] = [];
  const arrivals: (() => void)[] = [];
  const scrubber = new Scrubber((ms) => {
    shown.push(ms);
    return new Promise((arrive) => arrivals.push(arrive));
  });
  const dragged = scrubber.to(1);
  for (const ms of [2, 3, 4]) void scrubber.to(ms);
  expect(shown).toEqual([1]);
  arrivals[0]?.();
  await Promise.resolve();
  await Promise.resolve();
  expect(shown).toEqual([1, 4]);
  arrivals[1]?.();
  await dragged;
  void scrubber.to(5);
  expect(shown).toEqual([1, 4, 5]);
});
