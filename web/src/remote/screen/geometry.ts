/** The screen as a grid of square tiles, and the limits of what a page takes. */

/** Pixels along one side of a tile. */
export const TILE = 64;
/** The longest side that can be said. */
export const MAX_SIDE = 16_320;
/**
 * Four monitors of 4K, twice. What the format could say is four times as much:
 * more than a gigabyte, which no agent may make a browser take.
 */
export const MAX_PIXELS = 2 ** 26;

export interface Point {
  x: number;
  y: number;
}

export interface Size {
  width: number;
  height: number;
}

/** A part of the screen, in pixels. */
export interface Rect extends Point, Size {}

/** One of the monitors that show the screen. */
export interface Monitor extends Rect {
  /** What the agent calls it by. */
  index: number;
  primary: boolean;
  name: string;
}

/** What the screen looks like from outside. */
export interface Layout extends Size {
  monitors: Monitor[];
}

/** How tiles cover the screen: counted row by row, those at the right and lower edge are cut off. */
export class Grid {
  readonly columns: number;
  readonly rows: number;
  readonly tiles: number;

  constructor(
    readonly width: number,
    readonly height: number,
  ) {
    this.columns = Math.ceil(width / TILE);
    this.rows = Math.ceil(height / TILE);
    this.tiles = this.columns * this.rows;
  }

  /** The pixels of a run of neighbours in one row of tiles. */
  run(tile: number, tiles = 1): Rect {
    const x = (tile % this.columns) * TILE;
    const y = Math.floor(tile / this.columns) * TILE;
    const width = Math.min(tiles * TILE, this.width - x);
    return { x, y, width, height: Math.min(TILE, this.height - y) };
  }
}

/** The part of a rectangle that is on a screen of this size; null when there is none. */
export function clipped(rect: Rect, { width, height }: Size): Rect | null {
  const x = Math.max(0, Math.min(rect.x, width));
  const y = Math.max(0, Math.min(rect.y, height));
  const right = Math.min(rect.x + rect.width, width);
  const below = Math.min(rect.y + rect.height, height);
  return right > x && below > y ? { x, y, width: right - x, height: below - y } : null;
}
