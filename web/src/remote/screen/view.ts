/** Which part of the screen is seen, how large, and which of its pixels is below the pointer. */
import type { Layout, Point, Rect, Size } from "./geometry";

/** As much as there is room for, or so many pixels here for each of the computer's. */
export type Zoom = "fit" | number;

export interface View {
  /** The part of the screen that is seen, in its pixels. */
  crop: Rect;
  /** How large one of its pixels is, in those of the page. */
  scale: number;
}

/** What can be chosen; one is 1:1. */
export const ZOOMS: number[] = [0.5, 0.75, 1, 1.5, 2];
const SMALLEST = 0.1;
const LARGEST = 8;

export const withinZoom = (zoom: number): number => Math.min(LARGEST, Math.max(SMALLEST, zoom));

/** `ratio`: pixels of the display for each of the page, which is more than one on sharp ones. */
export function viewOf(
  layout: Layout,
  monitor: number | null,
  zoom: Zoom,
  room: Size,
  ratio: number,
): View {
  const whole = { x: 0, y: 0, width: layout.width, height: layout.height };
  const { x, y, width, height } = layout.monitors.find(({ index }) => index === monitor) ?? whole;
  const fitting = Math.min(room.width / width, room.height / height);
  const scale = zoom === "fit" ? fitting : zoom / ratio;
  // A panel that is not laid out yet has no room.
  return { crop: { x, y, width, height }, scale: scale > 0 ? scale : 1 };
}

/** How large it is as a number, also when it only fits. */
export const zoomOf = ({ scale }: View, ratio: number): number => scale * ratio;

/** The pixel of the whole screen below a point of the page; at the edge where the point is beside. */
export function pixelBelow({ crop, scale }: View, corner: Point, point: Point): Point {
  const along = (from: number, length: number, distance: number) =>
    from + Math.max(0, Math.min(length - 1, Math.floor(distance / scale)));
  return {
    x: along(crop.x, crop.width, point.x - corner.x),
    y: along(crop.y, crop.height, point.y - corner.y),
  };
}
