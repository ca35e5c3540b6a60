/** Decodes the screen beside the page, so that neither much work nor hostile bytes hold it up. */
import { ScreenDecoder } from "./decoder";
import { CanvasSurface, PageSurface } from "./surfaces";
import type { FromWorker, ToWorker } from "./workerMessages";

let decoder: ScreenDecoder | null = null;

const send = (message: FromWorker, transfer: Transferable[] = []) =>
  self.postMessage(message, { transfer });

self.onmessage = ({ data }: MessageEvent<ToWorker>) => {
  switch (data.is) {
    case "begin":
      decoder = new ScreenDecoder(
        data.canvas ? new CanvasSurface(data.canvas) : new PageSurface(send),
      );
      return;
    case "packet":
      if (decoder) send({ is: "outcome", outcome: decoder.take(data.packet) });
      return;
    case "reset":
      decoder?.reset();
  }
};
