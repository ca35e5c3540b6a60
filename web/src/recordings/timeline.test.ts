import { expect, test } from "vitest";
import { partInfo } from "./testParts";
import { Timeline } from "./timeline";

/** Ten seconds, a minute without anything, ten more. */
const PAUSED = new Timeline([
  partInfo(0, 0, 5_000),
  partInfo(1, 5_000, 10_000),
  partInfo(2, 70_000, 80_000),
]);

test("a moment is in the last part that has begun by then", () => {
  const at = [-5, 0, 4_999, 5_000, 60_000, 70_000, 99_999].map((ms) => PAUSED.positionAt(ms));
  expect(at).toEqual([0, 0, 0, 1, 1, 2, 2]);
  expect(new Timeline([]).positionAt(7)).toBe(0);
});

test("a long pause between parts is known, and a short one is none", () => {
  expect(PAUSED.pauses).toEqual([{ from: 10_000, to: 70_000 }]);
  const parts = [partInfo(0, 3_000, 4_000), partInfo(1, 6_000, 7_000)];
  expect(new Timeline(parts).pauses).toEqual([{ from: 0, to: 3_000 }]);
});

test("a gap is where the agent says so, and where parts are missing", () => {
  const parts = [
    partInfo(0, 0, 1_000),
    partInfo(1, 1_000, 2_000, { gap: true }),
    partInfo(4, 9_000, 9_500),
  ];
  expect(new Timeline(parts).gaps).toEqual([
    { from: 1_000, to: 1_000 },
    { from: 2_000, to: 9_000 },
  ]);
  expect(new Timeline([partInfo(3, 500, 600)]).gaps).toEqual([{ from: 0, to: 500 }]);
});

test("the picture of a screen begins with a whole one, output with what is before it", () => {
  const key = { key_frame: true };
  const all = Array.from({ length: 200 }, (_, part) =>
    partInfo(part, part * 1_000, part * 1_000 + 900, part % 50 === 0 ? key : {}),
  );
  const timeline = new Timeline(all);
  expect([49_000, 50_000, 199_999].map((ms) => timeline.beginFor(ms, "screen"))).toEqual([
    0, 50, 150,
  ]);
  expect([10_000, 199_000].map((ms) => timeline.beginFor(ms, "terminal"))).toEqual([0, 135]);
});

test("without skipping, the bar is as long as the recording", () => {
  expect([0, 40_000, 80_000, 99_000].map((ms) => PAUSED.fractionOf(ms, false))).toEqual([
    0, 0.5, 1, 1,
  ]);
  expect(PAUSED.momentAt(0.5, false)).toBe(40_000);
});

test("a skipped pause takes half a second of the bar", () => {
  // 10 s, half a second, 10 s.
  expect(PAUSED.fractionOf(10_000, true)).toBeCloseTo(10 / 20.5);
  expect(PAUSED.fractionOf(70_000, true)).toBeCloseTo(10.5 / 20.5);
  expect(PAUSED.momentAt(10.5 / 20.5, true)).toBeCloseTo(70_000);
  expect(PAUSED.momentAt(10.25 / 20.5, true)).toBeCloseTo(40_000);
});

test("each moment is found again where it is on the bar, whatever is skipped", () => {
  const parts = [partInfo(0, 2_500, 3_000), partInfo(1, 9_000, 9_900), partInfo(2, 20_000, 31_000)];
  const timeline = new Timeline(parts);
  for (const skips of [false, true]) {
    for (let ms = 0; ms <= 31_000; ms += 250) {
      expect(timeline.momentAt(timeline.fractionOf(ms, skips), skips)).toBeCloseTo(ms, 3);
    }
  }
});

test("a point beside the bar is one of its ends, and a recording without parts has no length", () => {
  expect([PAUSED.momentAt(-1, true), PAUSED.momentAt(2, true)]).toEqual([0, 80_000]);
  const empty = new Timeline([]);
  expect([empty.end, empty.fractionOf(5, true), empty.momentAt(0.5, true)]).toEqual([0, 0, 0]);
});
