/** Where a worker shows the picture. */
import type { Surface } from "./decoder";
import type { Rect } from "./geometry";
import { type Picture, partOf } from "./picture";
import type { FromWorker } from "./workerMessages";

/** A canvas that the worker draws on by itself. */
export class CanvasSurface implements Surface {
  #canvas: OffscreenCanvas;
  #context: OffscreenCanvasRenderingContext2D | null;
  #picture: Picture | null = null;
  #image: ImageData | null = null;

  constructor(canvas: OffscreenCanvas) {
    this.#canvas = canvas;
    this.#context = canvas.getContext("2d", { alpha: false });
  }

  show(picture: Picture, parts: Rect[]) {
    const image = this.#imageOf(picture);
    for (const { x, y, width, height } of parts) {
      this.#context?.putImageData(image, 0, 0, x, y, width, height);
    }
  }

  /** The same memory, as an image. */
  #imageOf(picture: Picture): ImageData {
    if (this.#picture === picture && this.#image) return this.#image;
    const { width, height } = picture.grid;
    this.#canvas.width = width;
    this.#canvas.height = height;
    this.#picture = picture;
    this.#image = new ImageData(new Uint8ClampedArray(picture.pixels.buffer), width, height);
    return this.#image;
  }
}

/** A page that draws by itself, in a browser whose workers cannot. */
export class PageSurface implements Surface {
  #send: (message: FromWorker, transfer: Transferable[]) => void;

  constructor(send: (message: FromWorker, transfer: Transferable[]) => void) {
    this.#send = send;
  }

  show(picture: Picture, rects: Rect[]) {
    const { width, height } = picture.grid;
    const parts = rects.map((rect) => ({ ...rect, pixels: partOf(picture, rect) }));
    const memory = parts.map(({ pixels }) => pixels.buffer);
    this.#send({ is: "parts", size: { width, height }, parts }, memory);
  }
}
