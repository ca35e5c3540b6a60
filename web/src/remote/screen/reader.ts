/** Reads numbers from bytes that are not trusted. All of them are big endian. */
import type { Bytes } from "../pipe/bytes";

/** What was wrong: nonsense, another version of the format, or more than a page takes. */
export type Fault = "malformed" | "version" | "too_large";

/** What an agent must not send. */
export class Malformed extends Error {
  override readonly name = "Malformed";

  constructor(readonly fault: Fault = "malformed") {
    super(fault);
  }
}

export class Reader {
  #bytes: Bytes;
  #view: DataView;
  #at = 0;

  constructor(bytes: Bytes) {
    this.#bytes = bytes;
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  byte(): number {
    return this.#view.getUint8(this.#step(1));
  }

  short(): number {
    return this.#view.getUint16(this.#step(2));
  }

  signedShort(): number {
    return this.#view.getInt16(this.#step(2));
  }

  long(): number {
    return this.#view.getUint32(this.#step(4));
  }

  /** A part of the same memory, not a copy. */
  take(count: number): Bytes {
    const at = this.#step(count);
    return this.#bytes.subarray(at, at + count);
  }

  #step(count: number): number {
    const at = this.#at;
    if (count > this.#bytes.length - at) throw new Malformed();
    this.#at += count;
    return at;
  }
}
