import { beforeEach, expect, test } from "vitest";
import { Statistics } from "./statistics";

let statistics: Statistics;

beforeEach(() => {
  statistics = new Statistics();
});

test("frames and bytes of the last seconds count, and all bytes so far", () => {
  statistics.received(5_000, 0);
  for (let at = 10_000; at < 12_000; at += 100) {
    statistics.received(1_000, at);
    statistics.drawn(at);
  }
  expect(statistics.read(11_999)).toEqual({ frames: 10, rate: 10_000, bytes: 25_000, delay: null });
  expect(statistics.read(20_000)).toEqual({ frames: 0, rate: 0, bytes: 25_000, delay: null });
});

test("the delay is the time from a movement to the pointer that made it", () => {
  statistics.pointed({ x: 1, y: 1 }, 1_000);
  statistics.pointed({ x: 2, y: 2 }, 1_010);
  statistics.pointerAt({ x: 9, y: 9 }, 1_020);
  expect(statistics.read(1_020).delay).toBeNull();
  statistics.pointerAt({ x: 2, y: 2 }, 1_050);
  expect(statistics.read(1_050).delay).toBe(40);
  // Earlier movements are answered with it.
  statistics.pointerAt({ x: 1, y: 1 }, 1_060);
  expect(statistics.read(1_060).delay).toBe(40);
  statistics.pointed({ x: 3, y: 3 }, 2_000);
  statistics.pointerAt({ x: 3, y: 3 }, 2_080);
  expect(statistics.read(2_080).delay).toBe(50);
});

test("an old delay is not shown, and does not count for the next one", () => {
  statistics.pointed({ x: 1, y: 1 }, 0);
  statistics.pointerAt({ x: 1, y: 1 }, 900);
  expect(statistics.read(20_000).delay).toBeNull();
  statistics.pointed({ x: 1, y: 1 }, 20_000);
  statistics.pointerAt({ x: 1, y: 1 }, 20_030);
  expect(statistics.read(20_030).delay).toBe(30);
});
