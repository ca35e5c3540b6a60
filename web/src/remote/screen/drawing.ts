/** The canvas of a session, and the worker that draws on it. It belongs to the session and not to the page. */
import type { Bytes } from "../pipe/bytes";
import type { Drawing, DrawingEvents, ScreenFeed } from "./feed";
import type { FromWorker, ToWorker } from "./workerMessages";

export class CanvasDrawing implements Drawing {
  readonly canvas = document.createElement("canvas");
  #worker: Worker;

  constructor({ onOutcome, onFailed }: DrawingEvents) {
    this.#worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
      if (data.is === "outcome") onOutcome(data.outcome);
      else this.#draw(data);
    };
    this.#worker.onerror = onFailed;
    if ("transferControlToOffscreen" in this.canvas) {
      const canvas = this.canvas.transferControlToOffscreen();
      this.#send({ is: "begin", canvas }, [canvas]);
    } else {
      this.#send({ is: "begin" });
    }
  }

  take(packet: Bytes) {
    this.#send({ is: "packet", packet }, [packet.buffer]);
  }

  reset() {
    this.#send({ is: "reset" });
  }

  end() {
    this.#worker.terminate();
  }

  #send(message: ToWorker, transfer: Transferable[] = []) {
    this.#worker.postMessage(message, transfer);
  }

  /** Where workers cannot draw. */
  #draw({ size, parts }: FromWorker & { is: "parts" }) {
    const { canvas } = this;
    if (canvas.width !== size.width) canvas.width = size.width;
    if (canvas.height !== size.height) canvas.height = size.height;
    const context = canvas.getContext("2d", { alpha: false });
    for (const { x, y, width, height, pixels } of parts) {
      context?.putImageData(new ImageData(pixels, width, height), x, y);
    }
  }
}

const drawings = new WeakMap<ScreenFeed, CanvasDrawing>();

/** The drawing of a session: the same however often the page asks. */
export function drawingOf(feed: ScreenFeed): CanvasDrawing {
  const known = drawings.get(feed);
  if (known) return known;
  const drawing = feed.drawOn((events) => new CanvasDrawing(events));
  drawings.set(feed, drawing);
  return drawing;
}
