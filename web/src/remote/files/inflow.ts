/** The stream of a download: no more comes than was asked for, until it is used. */
import { type Bytes, concat } from "../pipe/bytes";
import type { Channel } from "../pipe/channel";
import type { FileProblem } from "./problem";
import type { Connection } from "./requests";

/** Two chunks: one is checked and stored while the next one comes. */
const WINDOW = 2 * 1024 * 1024;

export class Inflow {
  #channel: Channel;
  #onSign: () => void;
  #parts: Bytes[] = [];
  #waiting = 0;
  #received = 0;
  /** Bytes of the whole stream, once they are known. */
  #end: number | null = null;
  #problem: FileProblem | null = null;
  #wake: () => void = () => {};

  /** Opens the channel, on which nothing comes before [`Inflow.begin`]. */
  constructor(pipe: Connection, number: number, onSign: () => void) {
    this.#onSign = onSign;
    this.#channel = pipe.channel(number, {
      window: WINDOW,
      capacity: 0,
      waits: true,
      onBytes: (bytes) => this.#take(bytes),
    });
  }

  begin() {
    this.#channel.restart(0);
  }

  /** The stream has so many bytes; without a number, those that have come. */
  endAt(bytes = this.#received) {
    this.#end = bytes;
    this.#wake();
  }

  /** Whoever waits for bytes gets the problem instead. What came before it is good, what still comes is not taken. */
  fail(problem: FileProblem) {
    this.#problem ??= problem;
    this.#wake();
  }

  used(bytes: number) {
    if (!this.#problem) this.#channel.used(bytes);
  }

  /** Exactly so many bytes; fewer at the end of the stream. */
  async take(wanted: number): Promise<Bytes> {
    while (this.#waiting < wanted && !this.#hasEnded()) await this.#more();
    return this.#cut(Math.min(wanted, this.#waiting));
  }

  /** What there is, at least a byte; none at the end. */
  async takeSome(): Promise<Bytes> {
    while (this.#waiting === 0 && !this.#hasEnded()) await this.#more();
    return this.#cut(this.#waiting);
  }

  #hasEnded(): boolean {
    if (this.#problem) throw this.#problem;
    return this.#end !== null && this.#received >= this.#end;
  }

  #more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  #take(bytes: Bytes) {
    if (this.#problem) return;
    this.#parts.push(bytes);
    this.#waiting += bytes.length;
    this.#received += bytes.length;
    this.#onSign();
    this.#wake();
  }

  #cut(length: number): Bytes {
    const all = concat(...this.#parts);
    const rest = all.subarray(length);
    this.#parts = rest.length > 0 ? [rest] : [];
    this.#waiting = rest.length;
    return all.subarray(0, length);
  }
}
