/** Bytes, as the browser's cryptography and sockets take them. */

export type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
// Exact: what is no UTF-8 is refused, and nothing is left out at the beginning.
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

export const utf8 = (text: string): Bytes => encoder.encode(text);

/** Throws when it is no UTF-8. */
export const textOf = (bytes: Bytes): string => decoder.decode(bytes);

export function concat(...parts: Uint8Array[]): Bytes {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Throws when it is not pairs of hexadecimal digits. */
export function fromHex(text: string): Bytes {
  if (!/^([0-9a-f]{2})*$/i.test(text)) throw new TypeError("not hexadecimal");
  const pairs: string[] = text.match(/../g) ?? [];
  return Uint8Array.from(pairs, (pair) => Number.parseInt(pair, 16));
}

/** SHA-256. */
export async function hashOf(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
}

const HALF = 2 ** 32;

/** Writes eight bytes, the highest first. */
export function writeNumber(bytes: Bytes, at: number, value: number) {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  view.setUint32(at, Math.floor(value / HALF));
  view.setUint32(at + 4, value % HALF);
}

/** Reads eight bytes; null when they are not there, or mean more than a number holds exactly. */
export function readNumber(bytes: Bytes, at: number): number | null {
  if (bytes.length < at + 8) return null;
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  const value = view.getUint32(at) * HALF + view.getUint32(at + 4);
  return Number.isSafeInteger(value) ? value : null;
}
