/** The picture as it is so far, and which part of it was drawn on since it was last shown. */
import type { Bytes } from "../pipe/bytes";
import type { Operation, Run } from "./decode";
import type { Grid, Rect } from "./geometry";

/** Pixels are numbers as canvases have them in memory: red first, on every processor that browsers run on. */
const BLACK = 0xff000000;

/** Tiles of a row from `first` on, before `end`. */
interface Span {
  first: number;
  end: number;
}

export class Picture {
  readonly pixels: Uint32Array<ArrayBuffer>;
  /** For each row of tiles, what was drawn on. */
  #drawn: (Span | null)[];
  #colours = new Uint32Array(256);

  /** A black one. Throws when there is no memory for it. */
  constructor(readonly grid: Grid) {
    this.pixels = new Uint32Array(grid.width * grid.height);
    this.#drawn = new Array<Span | null>(grid.rows).fill(null);
    this.blacken();
  }

  blacken() {
    this.pixels.fill(BLACK);
    for (const row of this.#drawn.keys()) this.#drawn[row] = { first: 0, end: this.grid.columns };
  }

  draw(operation: Operation) {
    switch (operation.is) {
      case "copies":
        return this.#copy(operation.runs);
      case "solid":
        return this.#fill(operation.tile, operation.colour);
      case "pixels":
        return this.#drawPixels(operation.tile, operation.bytes);
      case "indexed":
        return this.#drawIndexed(operation);
    }
  }

  /** The parts that were drawn on since this was last asked. */
  takeDrawn(): Rect[] {
    const rects: Rect[] = [];
    for (const [row, span] of this.#drawn.entries()) {
      if (!span) continue;
      const rect = this.grid.run(row * this.grid.columns + span.first, span.end - span.first);
      const above = rects.at(-1);
      if (above && isBelow(rect, above)) above.height += rect.height;
      else rects.push(rect);
    }
    this.#drawn.fill(null);
    return rects;
  }

  #fill(tile: number, colour: number) {
    const pixel = pixelOf(colour >> 16, (colour >> 8) & 255, colour & 255);
    const { x, y, width, height } = this.#touch(tile);
    for (let line = y; line < y + height; line += 1) {
      const at = line * this.grid.width + x;
      this.pixels.fill(pixel, at, at + width);
    }
  }

  #drawPixels(tile: number, bytes: Bytes) {
    const { x, y, width, height } = this.#touch(tile);
    let from = 0;
    for (let line = y; line < y + height; line += 1) {
      const begin = line * this.grid.width + x;
      for (let at = begin; at < begin + width; at += 1) {
        this.pixels[at] = pixelAt(bytes, from);
        from += 3;
      }
    }
  }

  #drawIndexed({ tile, bits, colours, bytes }: Operation & { is: "indexed" }) {
    const { x, y, width, height } = this.#touch(tile);
    const list = this.#colours;
    // A number that is none of the colours' is black.
    list.fill(BLACK);
    for (let from = 0; from < colours.length; from += 3) list[from / 3] = pixelAt(colours, from);
    let index = 0;
    for (let line = y; line < y + height; line += 1) {
      const begin = line * this.grid.width + x;
      for (let at = begin; at < begin + width; at += 1) {
        this.pixels[at] = list[bits === 8 ? (bytes[index] ?? 0) : halfOf(bytes, index)] ?? BLACK;
        index += 1;
      }
    }
  }

  #copy(runs: Run[]) {
    const sources = runs.map(({ tile, tiles, x, y }) => {
      const { width, height } = this.grid.run(tile, tiles);
      return readPart(this, { x, y, width, height });
    });
    for (const [index, { tile, tiles }] of runs.entries()) {
      const { x, y, width, height } = this.#touch(tile, tiles);
      for (let line = 0; line < height; line += 1) {
        const source = sources[index]?.subarray(line * width, (line + 1) * width) ?? [];
        this.pixels.set(source, (y + line) * this.grid.width + x);
      }
    }
  }

  #touch(tile: number, tiles = 1): Rect {
    const { columns } = this.grid;
    const [row, column] = [Math.floor(tile / columns), tile % columns];
    const span = this.#drawn[row];
    if (span) {
      span.first = Math.min(span.first, column);
      span.end = Math.max(span.end, column + tiles);
    } else {
      this.#drawn[row] = { first: column, end: column + tiles };
    }
    return this.grid.run(tile, tiles);
  }
}

const isBelow = (rect: Rect, above: Rect): boolean =>
  above.x === rect.x && above.width === rect.width && above.y + above.height === rect.y;

/** The half of a byte that belongs to a pixel, the high one first. */
function halfOf(bytes: Bytes, index: number): number {
  const pair = bytes[index >> 1] ?? 0;
  return (index & 1) === 0 ? pair >> 4 : pair & 15;
}

const pixelAt = (bytes: Bytes, at: number): number =>
  pixelOf(bytes[at] ?? 0, bytes[at + 1] ?? 0, bytes[at + 2] ?? 0);

const pixelOf = (red: number, green: number, blue: number): number =>
  (BLACK | (blue << 16) | (green << 8) | red) >>> 0;

/** The pixels of a part, as a canvas takes them. */
export const partOf = (picture: Picture, rect: Rect): Uint8ClampedArray<ArrayBuffer> =>
  new Uint8ClampedArray(readPart(picture, rect).buffer);

function readPart({ grid, pixels }: Picture, rect: Rect): Uint32Array<ArrayBuffer> {
  const part = new Uint32Array(rect.width * rect.height);
  for (let line = 0; line < rect.height; line += 1) {
    const at = (rect.y + line) * grid.width + rect.x;
    part.set(pixels.subarray(at, at + rect.width), line * rect.width);
  }
  return part;
}
