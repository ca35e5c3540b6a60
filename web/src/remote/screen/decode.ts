/**
 * What bodies of packets mean. Pure, and every length is checked before it is
 * believed: an agent that was taken over must not take the page with it.
 */
import type { Bytes } from "../pipe/bytes";
import { clipped, type Grid, type Layout, MAX_PIXELS, MAX_SIDE, type Monitor } from "./geometry";
import { Malformed, Reader } from "./reader";

/** Unpacks a Zstandard frame of exactly so many bytes, or throws. */
export type Unpack = (packed: Bytes, length: number) => Bytes;

/** A run of neighbours in one row of tiles, and from where they are copied. */
export interface Run {
  tile: number;
  tiles: number;
  x: number;
  y: number;
}

/** What is done to the picture. */
export type Operation =
  /** All are read before anything is written. */
  | { is: "copies"; runs: Run[] }
  /** `0xRRGGBB` */
  | { is: "solid"; tile: number; colour: number }
  /** Three bytes for each pixel. */
  | { is: "pixels"; tile: number; bytes: Bytes }
  /** Four or eight bits for each pixel: the number of one of the colours. */
  | { is: "indexed"; tile: number; bits: 4 | 8; colours: Bytes; bytes: Bytes };

export interface Shape {
  /** The point of it that points. */
  hotX: number;
  hotY: number;
  width: number;
  height: number;
  /** Not premultiplied. */
  rgba: Bytes;
}

export interface Cursor {
  x: number;
  y: number;
  isVisible: boolean;
  /** Nothing when it looks as before. */
  shape?: Shape;
}

const SOLID = 1;
const COPY = 2;
const GROUP = 3;
const HAS_SHAPE = 1;
const IS_VISIBLE = 2;
const MAX_CURSOR_SIDE = 256;
/** A whole tile with all its pixels: no other way to write one is longer. */
const MAX_TILE_BYTES = 3 + 64 * 64 * 3;

const names = new TextDecoder();

export function readSize(body: Bytes): Layout {
  const reader = new Reader(body);
  const [width, height] = [reader.short(), reader.short()];
  const fits = (side: number) => side >= 1 && side <= MAX_SIDE;
  if (!fits(width) || !fits(height)) throw new Malformed();
  if (width * height > MAX_PIXELS) throw new Malformed("too_large");
  const monitors = Array.from({ length: reader.byte() }, (_, index): Monitor => {
    const [x, y] = [reader.short(), reader.short()];
    const rect = { x, y, width: reader.short(), height: reader.short() };
    const primary = reader.byte() !== 0;
    const name = names.decode(reader.take(reader.byte()));
    return { index, primary, name, ...rect };
  });
  const visible = monitors.flatMap((monitor) => {
    const part = clipped(monitor, { width, height });
    return part ? { ...monitor, ...part } : [];
  });
  return { width, height, monitors: visible };
}

export function readCursor(body: Bytes, unpack: Unpack): Cursor {
  const reader = new Reader(body);
  const flags = reader.byte();
  const [x, y] = [reader.signedShort(), reader.signedShort()];
  const cursor = { x, y, isVisible: (flags & IS_VISIBLE) !== 0 };
  return (flags & HAS_SHAPE) === 0 ? cursor : { ...cursor, shape: readShape(reader, unpack) };
}

function readShape(reader: Reader, unpack: Unpack): Shape {
  const [hotX, hotY] = [reader.short(), reader.short()];
  const [width, height] = [reader.short(), reader.short()];
  const fits = (side: number) => side >= 1 && side <= MAX_CURSOR_SIDE;
  if (!fits(width) || !fits(height)) throw new Malformed();
  const rgba = unpack(reader.take(reader.long()), width * height * 4);
  return {
    hotX: Math.min(hotX, width - 1),
    hotY: Math.min(hotY, height - 1),
    width,
    height,
    rgba,
  };
}

/** Counts down what one frame may do: a few bytes must not mean work for minutes. */
class Allowance {
  #tiles: number;
  #copied: number;
  #bytes: number;

  constructor({ tiles }: Grid) {
    // Each tile is drawn once. Twice would make no sense, but no harm either.
    this.#tiles = 2 * tiles;
    this.#copied = tiles;
    this.#bytes = tiles * MAX_TILE_BYTES;
  }

  draw() {
    this.#tiles -= 1;
    if (this.#tiles < 0) throw new Malformed();
  }

  copy(tiles: number) {
    this.#copied -= tiles;
    if (this.#copied < 0) throw new Malformed();
  }

  unpack(bytes: number) {
    this.#bytes -= bytes;
    if (bytes === 0 || this.#bytes < 0) throw new Malformed();
  }
}

/** What a frame does to a picture of this grid, one after the other: a group is unpacked when it has its turn. */
export function* readFrame(body: Bytes, grid: Grid, unpack: Unpack): Generator<Operation> {
  const reader = new Reader(body);
  const allowance = new Allowance(grid);
  let isFirst = true;
  while (!reader.isAtEnd) {
    const section = reader.byte();
    if (section === COPY && isFirst) {
      yield { is: "copies", runs: readRuns(reader, grid, allowance) };
    } else if (section === SOLID) {
      yield* readSolids(reader, grid, allowance);
    } else if (section === GROUP) {
      const length = reader.long();
      const packed = reader.take(reader.long());
      allowance.unpack(length);
      yield* readGroup(new Reader(unpack(packed, length)), grid, allowance);
    } else {
      throw new Malformed();
    }
    isFirst = false;
  }
}

function readRuns(reader: Reader, grid: Grid, allowance: Allowance): Run[] {
  return Array.from({ length: reader.short() }, () => {
    const [tile, tiles] = [readTile(reader, grid), reader.short()];
    const run = { tile, tiles, x: reader.short(), y: reader.short() };
    const isInOneRow = tiles >= 1 && (tile % grid.columns) + tiles <= grid.columns;
    if (!isInOneRow) throw new Malformed();
    allowance.copy(tiles);
    const { width, height } = grid.run(tile, tiles);
    if (run.x + width > grid.width || run.y + height > grid.height) throw new Malformed();
    return run;
  });
}

function* readSolids(reader: Reader, grid: Grid, allowance: Allowance): Generator<Operation> {
  for (let left = reader.short(); left > 0; left -= 1) {
    const tile = readTile(reader, grid);
    allowance.draw();
    yield { is: "solid", tile, colour: reader.byte() * 0x10000 + reader.short() };
  }
}

function* readGroup(reader: Reader, grid: Grid, allowance: Allowance): Generator<Operation> {
  while (!reader.isAtEnd) {
    const tile = readTile(reader, grid);
    allowance.draw();
    const { width, height } = grid.run(tile);
    const pixels = width * height;
    const mode = reader.byte();
    if (mode === 0) {
      yield { is: "pixels", tile, bytes: reader.take(3 * pixels) };
    } else if (mode === 1 || mode === 2) {
      const colours = reader.take(3 * (reader.byte() + 1));
      const bits = mode === 1 ? 4 : 8;
      const bytes = reader.take(Math.ceil((pixels * bits) / 8));
      yield { is: "indexed", tile, bits, colours, bytes };
    } else {
      throw new Malformed();
    }
  }
}

function readTile(reader: Reader, grid: Grid): number {
  const tile = reader.short();
  if (tile >= grid.tiles) throw new Malformed();
  return tile;
}
