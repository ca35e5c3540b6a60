/** Turns packets into a picture, and says what the rest of the page has to know. Runs in a worker. */
import type { Bytes } from "../pipe/bytes";
import { type Cursor, readCursor, readFrame, readSize } from "./decode";
import { Grid, type Layout, type Rect } from "./geometry";
import { Assembler, lastNumber, type Whole } from "./packet";
import { Picture } from "./picture";
import { type Fault, Malformed } from "./reader";
import { unpack } from "./zstd";

/** Where the picture is shown. */
export interface Surface {
  /** Some parts of the picture have changed; all of it when it is another one. */
  show(picture: Picture, parts: Rect[]): void;
}

/** What a packet led to. */
export interface Outcome {
  /** The packet's own size. */
  bytes: number;
  /** The update with this number is drawn, or will never be: it is to be acknowledged. */
  drawn?: number;
  /** It is a picture, and not only the pointer. */
  isFrame?: true;
  layout?: Layout;
  cursor?: Cursor;
  /** The packet made no sense. Nothing is drawn before everything comes again. */
  fault?: Fault;
}

export class ScreenDecoder {
  #surface: Surface;
  #assembler = new Assembler();
  /** None before the size is known, and while what comes is not to be trusted. */
  #picture: Picture | null = null;

  constructor(surface: Surface) {
    this.#surface = surface;
  }

  take(packet: Bytes): Outcome {
    const outcome: Outcome = { bytes: packet.length };
    const last = lastNumber(packet);
    if (last !== null) outcome.drawn = last;
    try {
      const whole = this.#assembler.add(packet);
      if (whole) this.#act(whole, outcome);
    } catch (error) {
      this.reset();
      // Whatever it was: a library that stumbled, or too little memory.
      outcome.fault = error instanceof Malformed ? error.fault : "malformed";
    }
    return outcome;
  }

  /** Begins again, with the next size. What is shown stays until then. */
  reset() {
    this.#assembler.reset();
    this.#picture = null;
  }

  #act({ kind, isKey, isLast, body }: Whole, outcome: Outcome) {
    if (kind === "size") {
      outcome.layout = readSize(body);
      const { width, height } = outcome.layout;
      this.#picture = new Picture(new Grid(width, height));
    }
    if (kind === "cursor") outcome.cursor = readCursor(body, unpack);
    const picture = this.#picture;
    if (!picture) return;
    if (kind === "frame") {
      outcome.isFrame = true;
      if (isKey) picture.blacken();
      for (const operation of readFrame(body, picture.grid, unpack)) picture.draw(operation);
    }
    if (isLast) this.#surface.show(picture, picture.takeDrawn());
  }
}
