/** Writes packets as the description of the format says, for tests: plainly, and whatever it is asked to. */
import { type Bytes, concat } from "../pipe/bytes";

export const short = (value: number): Bytes => Uint8Array.of((value >> 8) & 255, value & 255);

export const long = (value: number): Bytes =>
  Uint8Array.of((value >>> 24) & 255, (value >>> 16) & 255, (value >>> 8) & 255, value & 255);

export const byte = (...values: number[]): Bytes => Uint8Array.from(values);

export const KEY = 1;
export const MORE = 2;
export const LAST = 4;
export const PARTIAL = 8;

export function packet(kind: number, flags: number, number: number, body: Bytes): Bytes {
  return concat(byte(1, kind, flags, 0), long(number), body);
}

interface TestMonitor {
  rect: [x: number, y: number, width: number, height: number];
  isPrimary?: boolean;
  name: string;
}

export function sizeBody(width: number, height: number, monitors: TestMonitor[] = []): Bytes {
  const parts = monitors.flatMap(({ rect, isPrimary, name }) => {
    const text = new TextEncoder().encode(name);
    return [...rect.map(short), byte(isPrimary ? 1 : 0, text.length), text];
  });
  return concat(short(width), short(height), byte(monitors.length), ...parts);
}

export const solids = (...tiles: [tile: number, colour: [number, number, number]][]): Bytes =>
  concat(
    byte(1),
    short(tiles.length),
    ...tiles.flatMap(([tile, colour]) => [short(tile), byte(...colour)]),
  );

export const copies = (...runs: [tile: number, tiles: number, x: number, y: number][]): Bytes =>
  concat(byte(2), short(runs.length), ...runs.flat().map(short));

export const group = (raw: Bytes, packed = stored(raw), length = raw.length): Bytes =>
  concat(byte(3), long(length), long(packed.length), packed);

export const rgbTile = (tile: number, pixels: Bytes): Bytes => concat(short(tile), byte(0), pixels);

/** Two pixels a byte up to 16 colours, or one. */
export function indexedTile(tile: number, colours: Bytes, indices: number[], isSmall = true) {
  const count = colours.length / 3;
  const head = concat(short(tile), byte(isSmall ? 1 : 2, count - 1), colours);
  if (!isSmall) return concat(head, byte(...indices));
  const pairs = Array.from({ length: Math.ceil(indices.length / 2) }, (_, pair) => {
    const [high = 0, low = 0] = indices.slice(2 * pair, 2 * pair + 2);
    return high * 16 + low;
  });
  return concat(head, byte(...pairs));
}

/** A Zstandard frame of blocks that are not compressed. `size`: what it says about itself. */
export function stored(raw: Bytes, size = raw.length): Bytes {
  const blocks: Bytes[] = [];
  for (let at = 0; at === 0 || at < raw.length; at += 0x20000) {
    const part = raw.subarray(at, at + 0x20000);
    const isLast = at + 0x20000 >= raw.length;
    blocks.push(block(part.length, 0, isLast), part);
  }
  return concat(zstdHeader(size), ...blocks);
}

/** One byte that is repeated: a few bytes that become many. */
export const repeated = (value: number, size: number): Bytes =>
  concat(zstdHeader(size), block(size, 1, true), byte(value));

/** One segment that says its size with four bytes. */
const zstdHeader = (size: number): Bytes =>
  concat(byte(0x28, 0xb5, 0x2f, 0xfd, 0xa0), long(size).reverse());

const block = (size: number, type: number, isLast: boolean): Bytes =>
  long(size * 8 + type * 2 + (isLast ? 1 : 0))
    .subarray(1)
    .slice()
    .reverse();
