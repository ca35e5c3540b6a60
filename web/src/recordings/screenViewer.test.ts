import { expect, test } from "vitest";
import { type Bytes, fromHex } from "../remote/pipe/bytes";
import { ScreenDecoder, type Surface } from "../remote/screen/decoder";
import type { Drawing, DrawingEvents } from "../remote/screen/feed";
import { readRecords } from "./records";
import { ScreenViewer } from "./screenViewer";
import { partOf } from "./testParts";

/** The decoder of the page, without a worker: packets are drawn when they are let. */
class DirectDrawing implements Drawing {
  readonly shown: number[] = [];
  waiting: Bytes[] = [];
  isEnded = false;
  #surface: Surface = { show: ({ pixels }) => this.shown.push(pixels[0] ?? 0) };
  #decoder = new ScreenDecoder(this.#surface);

  constructor(readonly events: DrawingEvents) {}

  take(packet: Bytes) {
    this.waiting.push(packet);
  }

  draw() {
    for (const packet of this.waiting.splice(0)) this.events.onOutcome(this.#decoder.take(packet));
  }

  reset() {
    this.#decoder.reset();
  }

  end() {
    this.isEnded = true;
  }
}

/** One tile of 64 × 64 pixels, as the golden recording has it. */
const SIZE = fromHex("01010000000000010040004000");
const KEY = fromHex("010205000000000201000100000a141e");
const NEXT = fromHex("0102040000000004010001000028323c");
const CURSOR = fromHex("01030400000000030200050006");

const viewerOf = () => new ScreenViewer((events) => new DirectDrawing(events));

const itemsOf = (...records: [string, Bytes][]) =>
  readRecords(
    partOf(...records.map(([letter, bytes]) => [letter, 0, bytes] as [string, number, Bytes])),
    0,
  );

test("recorded pictures are drawn, and their size and pointer are known", async () => {
  const viewer = viewerOf();
  viewer.take(itemsOf(["n", SIZE], ["k", KEY], ["c", CURSOR], ["s", NEXT]));
  viewer.drawing.draw();
  await viewer.settled();
  const { layout, isFaulty } = viewer.status.get();
  expect([layout?.width, layout?.height, isFaulty]).toEqual([64, 64, false]);
  expect(viewer.pointer.get()).toEqual({ x: 5, y: 6, isVisible: true });
  // Red is the lowest byte of a pixel.
  expect(viewer.drawing.shown.slice(-2)).toEqual([0xff1e140a, 0xff3c3228]);
});

test("it has settled when everything is drawn, and at once when nothing is under way", async () => {
  const viewer = viewerOf();
  await viewer.settled();
  viewer.take(itemsOf(["n", SIZE], ["k", KEY]));
  let isSettled = false;
  const settled = viewer.settled().then(() => {
    isSettled = true;
  });
  await Promise.resolve();
  expect(isSettled).toBe(false);
  viewer.drawing.draw();
  await settled;
});

test("what is no picture is not drawn, and the memory of a part stays with it", () => {
  const viewer = viewerOf();
  const items = itemsOf(["h", fromHex("7b7d")], ["n", SIZE], ["m", fromHex("7b7d")]);
  viewer.take(items);
  expect(viewer.drawing.waiting).toEqual([SIZE]);
  expect(viewer.drawing.waiting[0]?.buffer).not.toBe(items[1]?.payload.buffer);
});

test("what cannot be drawn is a fault until the next whole picture", () => {
  const viewer = viewerOf();
  viewer.take(itemsOf(["n", SIZE], ["s", fromHex("0102040000000004ff")]));
  viewer.drawing.draw();
  expect(viewer.status.get().isFaulty).toBe(true);
  viewer.take(itemsOf(["n", SIZE], ["k", KEY]));
  viewer.drawing.draw();
  expect(viewer.status.get().isFaulty).toBe(false);
});

test("without a worker nobody waits for what will never be drawn", async () => {
  const viewer = viewerOf();
  viewer.take(itemsOf(["n", SIZE]));
  const settled = viewer.settled();
  viewer.drawing.events.onFailed();
  await settled;
  viewer.take(itemsOf(["k", KEY]));
  expect([viewer.status.get().isFailed, viewer.drawing.waiting.length]).toEqual([true, 1]);
});

test("who ends it waits for nothing, and the worker is gone", async () => {
  const viewer = viewerOf();
  viewer.take(itemsOf(["n", SIZE]));
  const settled = viewer.settled();
  viewer.end();
  await settled;
  expect(viewer.drawing.isEnded).toBe(true);
});
