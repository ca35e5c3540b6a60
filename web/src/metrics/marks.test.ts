import type uPlot from "uplot";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Mark } from "./graphs";
import { drawMarks, marksIn } from "./marks";

const OPENED: Mark = { label: "Opened", time: 100, color: "red" };
const RESOLVED: Mark = { label: "Resolved", time: 190, color: "green" };
const WINDOW = { from: 0, to: 200 };

beforeEach(() => {
  vi.stubGlobal("window", { devicePixelRatio: 2 });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("what happened at another time than the shown one has no mark", () => {
  expect(marksIn({ marks: [RESOLVED, OPENED] }, WINDOW)).toEqual([OPENED, RESOLVED]);
  expect(marksIn({ marks: [RESOLVED, OPENED] }, { from: 0, to: 150 })).toEqual([OPENED]);
  expect(marksIn({}, WINDOW)).toEqual([]);
});

/** A graph of two pixels for each second, which records what is drawn in it. */
function drawn(marks: Mark[]) {
  const lines: number[][] = [];
  const texts: unknown[][] = [];
  const ctx = {
    save: () => {},
    restore: () => {},
    beginPath: () => {},
    moveTo: (x: number, y: number) => lines.push([x, y]),
    lineTo: (x: number, y: number) => lines.at(-1)?.push(x, y),
    stroke: () => {},
    measureText: (text: string) => ({ width: text.length * 14 }),
    fillText: (...text: unknown[]) => texts.push([...text, ctx.textAlign, ctx.fillStyle]),
    textAlign: "",
    fillStyle: "",
  };
  const bbox = { left: 50, top: 10, width: 400, height: 100 };
  const plot = { ctx, bbox, valToPos: (time: number) => 50 + 2 * time } as unknown as uPlot;
  const graph = { id: "", title: "", unit: "", lines: [], others: [], marks };
  drawMarks(plot, { graph, window: WINDOW, scheme: "light" });
  return { lines, texts };
}

test("a mark goes from top to bottom, with its label beside it in a row of its own", () => {
  const { lines, texts } = drawn([OPENED, RESOLVED]);
  expect(lines).toEqual([
    [250, 10, 250, 110],
    [430, 10, 430, 110],
  ]);
  expect(texts).toEqual([
    ["Opened", 260, 10, "left", "#c4242b"],
    // On the right there is no room for it.
    ["Resolved", 420, 42, "right", "#17703a"],
  ]);
});
