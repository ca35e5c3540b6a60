import { expect, test } from "vitest";
import type { Layout } from "./geometry";
import { pixelBelow, viewOf, withinZoom, zoomOf } from "./view";

const monitor = (index: number, x: number, width: number) => ({
  ...{ index, x, y: 0, width, height: 1000 },
  ...{ primary: index === 0, name: "" },
});

const LAYOUT: Layout = {
  width: 3000,
  height: 1000,
  monitors: [monitor(0, 0, 2000), monitor(1, 2000, 1000)],
};
const ROOM = { width: 600, height: 400 };

test("all of the screen fits into its room, and so does one monitor", () => {
  const all = viewOf(LAYOUT, null, "fit", ROOM, 1);
  expect(all).toEqual({ crop: { x: 0, y: 0, width: 3000, height: 1000 }, scale: 0.2 });
  const one = viewOf(LAYOUT, 1, "fit", ROOM, 1);
  expect(one).toEqual({ crop: { x: 2000, y: 0, width: 1000, height: 1000 }, scale: 0.4 });
  expect(viewOf(LAYOUT, 7, "fit", ROOM, 1)).toEqual(all);
});

test("1:1 is a pixel of the display for each of the computer, also on a sharp one", () => {
  expect(viewOf(LAYOUT, null, 1, ROOM, 1).scale).toBe(1);
  expect(viewOf(LAYOUT, null, 1, ROOM, 2).scale).toBe(0.5);
  expect(zoomOf(viewOf(LAYOUT, null, 1.5, ROOM, 2), 2)).toBe(1.5);
});

test("without room the scale is still a number", () => {
  expect(viewOf(LAYOUT, null, "fit", { width: 0, height: 0 }, 1).scale).toBe(1);
});

test("a point is the pixel below it, of the whole screen", () => {
  const view = viewOf(LAYOUT, 1, "fit", ROOM, 1);
  const corner = { x: 100, y: 50 };
  expect(pixelBelow(view, corner, corner)).toEqual({ x: 2000, y: 0 });
  expect(pixelBelow(view, corner, { x: 100.9, y: 50.3 })).toEqual({ x: 2002, y: 0 });
  expect(pixelBelow(view, corner, { x: 300, y: 250 })).toEqual({ x: 2500, y: 500 });
});

test("a point beside the picture is the pixel at its edge", () => {
  const view = viewOf(LAYOUT, 1, "fit", ROOM, 1);
  const corner = { x: 100, y: 50 };
  expect(pixelBelow(view, corner, { x: -900, y: 9000 })).toEqual({ x: 2000, y: 999 });
  expect(pixelBelow(view, corner, { x: 500, y: 0 })).toEqual({ x: 2999, y: 0 });
});

test("what fingers enlarge stays within limits", () => {
  expect([0.001, 0.7, 99].map(withinZoom)).toEqual([0.1, 0.7, 8]);
});
