/** Packets: their header, and bodies that come in several of them. */
import { type Bytes, concat } from "../pipe/bytes";
import { Malformed, Reader } from "./reader";

const VERSION = 1;
const MORE = 2;
const KEY = 1;
const LAST = 4;
const HEADER_BYTES = 8;
/** An update has at most 1.5 MiB; this is the most that is joined. */
export const MAX_BODY = 2 * 1024 * 1024;
/** Also of empty parts there is an end. */
const MAX_PARTS = 64;

const KINDS: Record<number, "size" | "frame" | "cursor"> = { 1: "size", 2: "frame", 3: "cursor" };

/** A body that is complete. */
export interface Whole {
  /** Nothing for a kind that only a newer agent sends. */
  kind: "size" | "frame" | "cursor" | undefined;
  number: number;
  /** The picture before does not matter. */
  isKey: boolean;
  /** Nothing else has this number. */
  isLast: boolean;
  body: Bytes;
}

/** Puts bodies together. */
export class Assembler {
  #parts: Bytes[] = [];
  #length = 0;
  #kind = 0;
  #number = 0;

  /** Takes a packet; returns the body that it completes, or null when there is more of it. */
  add(packet: Bytes): Whole | null {
    const reader = new Reader(packet);
    if (reader.byte() !== VERSION) throw new Malformed("version");
    const [kind, flags] = [reader.byte(), reader.byte()];
    reader.byte();
    const number = reader.long();
    const goesOn = this.#parts.length > 0;
    if (goesOn && (kind !== this.#kind || number !== this.#number)) throw new Malformed();
    this.#kind = kind;
    this.#number = number;
    this.#parts.push(packet.subarray(HEADER_BYTES));
    this.#length += packet.length - HEADER_BYTES;
    const isTooMuch = this.#length > MAX_BODY || this.#parts.length > MAX_PARTS;
    if (isTooMuch) throw new Malformed("too_large");
    if ((flags & MORE) !== 0) return null;
    const body = this.#join();
    const [isKey, isLast] = [(flags & KEY) !== 0, (flags & LAST) !== 0];
    return { kind: KINDS[kind], number, isKey, isLast, body };
  }

  /** Forgets what is not complete. */
  reset() {
    this.#parts = [];
    this.#length = 0;
  }

  #join(): Bytes {
    const [first] = this.#parts;
    const body = first && this.#parts.length === 1 ? first : concat(...this.#parts);
    this.reset();
    return body;
  }
}

/** The number of a packet that is the last of its update, also when nothing else of it can be read. */
export function lastNumber(packet: Bytes): number | null {
  if (packet.length < HEADER_BYTES || ((packet[2] ?? 0) & LAST) === 0) return null;
  return new DataView(packet.buffer, packet.byteOffset).getUint32(4);
}
