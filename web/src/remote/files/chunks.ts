/** The chunks of a file: each has a hash, and the hash over those names the file. */
import { type Bytes, hashOf, toHex } from "../pipe/bytes";

/** Bytes of a chunk; the last one of a file may have fewer. */
export const CHUNK = 1024 * 1024;
export const HASH = 32;
/** Hashes that fit into one message. */
export const HASHES_AT_ONCE = 4096;
/** Chunks of the largest file that an agent takes: 256 GiB. */
export const MOST_CHUNKS = 2 ** 18;

export const chunksOf = (size: number): number => Math.ceil(size / CHUNK);

export function rangeOf(index: number, size: number): { from: number; to: number } {
  const from = Math.min(index * CHUNK, size);
  return { from, to: Math.min(from + CHUNK, size) };
}

/** What names a file: SHA-256 over all hashes, in hexadecimal. */
export const idOf = async (hashes: Bytes): Promise<string> => toHex(await hashOf(hashes));

/** Some of the hashes, as they are sent. */
export function hashText(hashes: Bytes, from: number, most = HASHES_AT_ONCE): string {
  return toBase64(hashes.subarray(from * HASH, (from + most) * HASH));
}

/** Letters that are made of bytes at once: more would be too many arguments. */
const AT_ONCE = 8192;

export function toBase64(bytes: Bytes): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += AT_ONCE) {
    text += String.fromCharCode(...bytes.subarray(at, at + AT_ONCE));
  }
  return btoa(text);
}

/** Throws when it is no base64. */
export function fromBase64(text: string): Bytes {
  return Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
}
