/** What the page and the worker that decodes send each other. */
import type { Bytes } from "../pipe/bytes";
import type { Outcome } from "./decoder";
import type { Rect, Size } from "./geometry";

export type ToWorker =
  /** First: where to draw. Without a canvas, the page draws by itself. */
  { is: "begin"; canvas?: OffscreenCanvas } | { is: "packet"; packet: Bytes } | { is: "reset" };

/** A part of the picture, for a page that draws by itself. */
export interface Part extends Rect {
  pixels: Uint8ClampedArray<ArrayBuffer>;
}

export type FromWorker =
  | { is: "outcome"; outcome: Outcome }
  /** To be drawn on a canvas of this size. */
  | { is: "parts"; size: Size; parts: Part[] };
