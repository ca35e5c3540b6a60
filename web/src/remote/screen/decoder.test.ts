import { beforeEach, expect, test } from "vitest";
import { type Bytes, concat, utf8 } from "../pipe/bytes";
import { type Outcome, ScreenDecoder } from "./decoder";
import type { Rect } from "./geometry";
import { MAX_BODY } from "./packet";
import type { Picture } from "./picture";
import {
  byte,
  copies,
  group,
  indexedTile,
  KEY,
  LAST,
  long,
  MORE,
  packet,
  repeated,
  rgbTile,
  short,
  sizeBody,
  solids,
  stored,
} from "./testEncoder";

const SIZE = 1;
const FRAME = 2;
const CURSOR = 3;
/** Three tiles wide and two high, those at the edges cut off. */
const [WIDTH, HEIGHT] = [130, 65];

let picture: Picture | null;
let shown: Rect[][];
let decoder: ScreenDecoder;

beforeEach(() => {
  picture = null;
  shown = [];
  decoder = new ScreenDecoder({
    show(current, parts) {
      picture = current;
      shown.push(parts);
    },
  });
});

/** `#rrggbb` */
function colourAt(x: number, y: number): string {
  const pixel = picture?.pixels[y * WIDTH + x] ?? 0;
  const [red, green, blue, cover] = [
    pixel & 255,
    (pixel >> 8) & 255,
    (pixel >> 16) & 255,
    pixel >>> 24,
  ];
  expect(cover).toBe(255);
  return `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
}

const begin = () => decoder.take(packet(SIZE, 0, 1, sizeBody(WIDTH, HEIGHT)));
const frame = (number: number, ...sections: Bytes[]) =>
  decoder.take(packet(FRAME, LAST, number, concat(...sections)));

function start() {
  begin();
  return decoder.take(packet(FRAME, KEY | LAST, 1, solids([0, [1, 2, 3]])));
}

test("a size is reported with its monitors, and nothing is shown before the last packet", () => {
  const monitors = [
    { rect: [0, 0, 64, 65] as [number, number, number, number], isPrimary: true, name: "größe" },
    { rect: [64, 0, 500, 65] as [number, number, number, number], name: "" },
    { rect: [500, 0, 10, 10] as [number, number, number, number], name: "beside the screen" },
  ];
  const outcome = decoder.take(packet(SIZE, 0, 1, sizeBody(WIDTH, HEIGHT, monitors)));
  expect(outcome.drawn).toBeUndefined();
  expect(outcome.layout).toEqual({
    width: WIDTH,
    height: HEIGHT,
    monitors: [
      { index: 0, primary: true, name: "größe", x: 0, y: 0, width: 64, height: 65 },
      { index: 1, primary: false, name: "", x: 64, y: 0, width: 66, height: 65 },
    ],
  });
  expect(shown).toEqual([]);
});

test("a key frame begins black, and is acknowledged once it is drawn", () => {
  const outcome = start();
  expect(outcome).toMatchObject({ drawn: 1, isFrame: true });
  expect(colourAt(0, 0)).toBe("#010203");
  expect(colourAt(64, 0)).toBe("#000000");
  expect(shown).toEqual([[{ x: 0, y: 0, width: WIDTH, height: HEIGHT }]]);
  decoder.take(packet(FRAME, KEY | LAST, 2, solids([1, [9, 9, 9]])));
  expect(colourAt(0, 0)).toBe("#000000");
});

test("tiles of every kind become the pixels they were made of", () => {
  start();
  const square = Array.from({ length: 64 * 64 }, (_, pixel) => pixel);
  const rgb = Uint8Array.from(square.flatMap((pixel) => [pixel & 255, pixel >> 8, 7]));
  const few = byte(10, 20, 30, 40, 50, 60, 70, 80, 90);
  const many = Uint8Array.from({ length: 256 * 3 }, (_, part) => Math.floor(part / 3));
  // The last tile is two pixels wide and one high; the one above it two by 64.
  const edge = indexedTile(5, few, [2, 1]);
  const narrow = indexedTile(
    2,
    many,
    Array.from({ length: 128 }, (_, pixel) => pixel),
    false,
  );
  const raw = concat(
    rgbTile(0, rgb),
    indexedTile(
      1,
      few,
      square.map((pixel) => pixel % 3),
    ),
    narrow,
    edge,
  );
  expect(frame(2, solids([3, [1, 1, 1]]), group(raw)).fault).toBeUndefined();
  expect(colourAt(5, 1)).toBe("#450007");
  expect(colourAt(63, 63)).toBe("#ff0f07");
  expect([0, 1, 2].map((x) => colourAt(64 + x, 0))).toEqual(["#0a141e", "#28323c", "#46505a"]);
  // The rows go on without a gap: 64 is one more than a multiple of three.
  expect(colourAt(64, 1)).toBe("#28323c");
  expect(colourAt(129, 63)).toBe("#7f7f7f");
  expect([colourAt(128, 64), colourAt(129, 64)]).toEqual(["#46505a", "#28323c"]);
  expect(colourAt(10, 64)).toBe("#010101");
});

test("an odd number of pixels with four bits each is padded", () => {
  decoder.take(packet(SIZE, 0, 1, sizeBody(3, 1)));
  const raw = indexedTile(0, byte(0, 0, 0, 255, 255, 255), [1, 0, 1]);
  decoder.take(packet(FRAME, KEY | LAST, 1, group(raw)));
  expect([...(picture?.pixels ?? [])]).toEqual([0xffffffff, 0xff000000, 0xffffffff]);
});

test("copies show what was there before the frame, also of each other", () => {
  start();
  frame(2, solids([0, [255, 0, 0]], [1, [0, 255, 0]]));
  // They change places, while a solid that follows covers one of their sources.
  const swap = copies([0, 1, 64, 0], [1, 1, 0, 0]);
  expect(frame(3, swap, solids([3, [0, 0, 255]])).fault).toBeUndefined();
  expect([colourAt(0, 0), colourAt(64, 0), colourAt(0, 64)]).toEqual([
    "#00ff00",
    "#ff0000",
    "#0000ff",
  ]);
});

test("a run of copies may begin at any pixel", () => {
  start();
  frame(2, solids([0, [255, 0, 0]], [1, [0, 255, 0]]));
  expect(frame(3, copies([0, 2, 2, 1])).fault).toBeUndefined();
  expect([colourAt(61, 0), colourAt(62, 0), colourAt(125, 0), colourAt(126, 0)]).toEqual([
    "#ff0000",
    "#00ff00",
    "#00ff00",
    "#000000",
  ]);
});

test("only what was drawn on is shown again, in few parts", () => {
  start();
  frame(2, solids([1, [1, 1, 1]], [4, [1, 1, 1]]));
  expect(shown.at(-1)).toEqual([{ x: 64, y: 0, width: 64, height: 65 }]);
  frame(3, solids([0, [1, 1, 1]], [5, [1, 1, 1]]));
  expect(shown.at(-1)).toEqual([
    { x: 0, y: 0, width: 64, height: 64 },
    { x: 128, y: 64, width: 2, height: 1 },
  ]);
  frame(4);
  expect(shown.at(-1)).toEqual([]);
});

test("a body is joined from several packets", () => {
  begin();
  const body = solids([0, [1, 2, 3]], [1, [4, 5, 6]]);
  const first = decoder.take(packet(FRAME, KEY | MORE, 1, body.slice(0, 7)));
  expect(first).toEqual({ bytes: 15 });
  expect(decoder.take(packet(FRAME, KEY | LAST, 1, body.slice(7))).drawn).toBe(1);
  expect(colourAt(64, 0)).toBe("#040506");
});

test("the pointer is reported, with its shape when that is new", () => {
  const at = concat(short(0xffff), short(20));
  const plain = decoder.take(packet(CURSOR, LAST, 1, concat(byte(2), at)));
  expect(plain.cursor).toEqual({ x: -1, y: 20, isVisible: true });
  expect(plain.isFrame).toBeUndefined();
  const rgba = byte(1, 2, 3, 4, 5, 6, 7, 8);
  const packed = stored(rgba);
  const shape = concat(short(9), short(0), short(2), short(1), long(packed.length), packed);
  const shaped = decoder.take(packet(CURSOR, LAST, 2, concat(byte(1), at, shape)));
  expect(shaped.cursor).toMatchObject({
    isVisible: false,
    shape: { hotX: 1, hotY: 0, width: 2, height: 1, rgba },
  });
});

test("kinds that only newer agents send are ignored and acknowledged", () => {
  start();
  expect(decoder.take(packet(77, LAST, 9, utf8("new")))).toEqual({ bytes: 11, drawn: 9 });
});

test("after a fault everything is ignored until the next size, and still acknowledged", () => {
  start();
  expect(frame(2, byte(9))).toMatchObject({ drawn: 2, fault: "malformed" });
  expect(frame(3, solids([0, [255, 255, 255]]))).toEqual({ bytes: expect.any(Number), drawn: 3 });
  expect(shown).toHaveLength(1);
  start();
  expect(shown).toHaveLength(2);
});

test("after a break half of a body is forgotten", () => {
  start();
  decoder.take(packet(FRAME, MORE, 2, solids([0, [1, 1, 1]])));
  decoder.reset();
  expect(start().fault).toBeUndefined();
});

/** The group begins well: the fault is in what follows. */
const tile = rgbTile(2, new Uint8Array(2 * 64 * 3));

test.each<[string, Bytes]>([
  ["an unknown section", byte(4, 0, 0)],
  ["a section that is cut off", solids([0, [1, 2, 3]]).slice(0, 6)],
  ["a solid tile beside the screen", solids([6, [1, 2, 3]])],
  ["copies that are not first", concat(solids([0, [1, 2, 3]]), copies([0, 1, 0, 0]))],
  ["two sections of copies", concat(copies([0, 1, 0, 0]), copies([1, 1, 0, 0]))],
  ["a copy to beside the screen", copies([6, 1, 0, 0])],
  ["a copy over the end of a row", copies([1, 3, 0, 0])],
  ["a copy of no tiles", copies([0, 0, 0, 0])],
  ["a copy from beside the screen", copies([0, 1, 67, 0])],
  ["a copy from below the screen", copies([0, 1, 0, 2])],
  [
    "more copies than tiles",
    copies(...Array.from({ length: 7 }, () => [5, 1, 0, 0] as [number, number, number, number])),
  ],
  [
    "tiles drawn again and again",
    solids(
      ...Array.from({ length: 13 }, () => [0, [0, 0, 0]] as [number, [number, number, number]]),
    ),
  ],
  ["a group without content", group(byte())],
  ["a group beside the screen", group(rgbTile(6, byte(1, 2, 3)))],
  ["a group whose last tile is cut off", group(tile.slice(0, 100))],
  ["a group of an unknown kind of tiles", group(concat(tile, short(0), byte(3, 0)))],
  ["a group that says less than it has", group(tile, stored(tile), tile.length - 1)],
  ["a group that is no Zstandard", group(tile, utf8("no Zstandard at all"))],
  ["a group longer than the body", concat(byte(3), long(10), long(0xffffffff), byte(1))],
  ["a group of gigabytes", group(byte(), repeated(0, 2_000_000_000), 2_000_000_000)],
])("%s is a fault and changes nothing else", (_, body) => {
  start();
  const outcome = frame(2, body);
  expect(outcome.fault).toBeDefined();
  expect(outcome.drawn).toBe(2);
  expect(shown).toHaveLength(1);
});

test.each<[string, Bytes, Outcome["fault"]]>([
  ["nothing", byte(), "malformed"],
  ["half of a header", byte(1, 2, 4, 0, 0), "malformed"],
  ["another version", byte(2, 1, 4, 0, 0, 0, 0, 1), "version"],
  ["a screen without pixels", packet(SIZE, 0, 1, sizeBody(0, 5)), "malformed"],
  ["a screen beyond the format", packet(SIZE, 0, 1, sizeBody(16_321, 5)), "malformed"],
  ["a screen of a gigabyte", packet(SIZE, 0, 1, sizeBody(16_320, 16_320)), "too_large"],
  [
    "monitors that are not there",
    packet(SIZE, 0, 1, concat(short(5), short(5), byte(3))),
    "malformed",
  ],
  ["a pointer without its place", packet(CURSOR, 4, 1, byte(1, 0)), "malformed"],
  [
    "a pointer larger than any",
    packet(CURSOR, 4, 1, concat(byte(1), ...[0, 0, 0, 0, 257, 1].map(short), long(0))),
    "malformed",
  ],
])("%s is a fault", (_, bytes, fault) => {
  expect(decoder.take(bytes).fault).toBe(fault);
});

test("a body that never ends is refused, and so is another one within it", () => {
  begin();
  const part = new Uint8Array(256 * 1024);
  const outcomes = Array.from({ length: MAX_BODY / part.length + 1 }, () =>
    decoder.take(packet(FRAME, MORE, 1, part)),
  );
  expect(outcomes.at(-1)?.fault).toBe("too_large");
  const empty = Array.from({ length: 65 }, () => decoder.take(packet(FRAME, MORE, 2, byte())));
  expect(empty.at(-1)?.fault).toBe("too_large");
  decoder.take(packet(FRAME, MORE, 3, byte()));
  expect(decoder.take(packet(FRAME, MORE, 4, byte())).fault).toBe("malformed");
});

test("any bytes are read or refused", () => {
  let seed = 7;
  const random = (most: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return Math.floor((seed / 2 ** 31) * most);
  };
  for (let round = 0; round < 2_000; round += 1) {
    if (round % 20 === 0) start();
    const body = Uint8Array.from({ length: random(60) }, () => random(random(2) === 0 ? 4 : 256));
    const outcome = decoder.take(packet(2 + random(2), LAST, round, body));
    expect(outcome.drawn).toBe(round);
  }
});
