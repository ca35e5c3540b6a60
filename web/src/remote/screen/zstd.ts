/** Unpacks Zstandard, without believing what it says about itself. */
import { decompress } from "fzstd";
import type { Bytes } from "../pipe/bytes";
import { Malformed } from "./reader";

/** A group is a mebibyte, and one more tile. */
const MAX_RAW = 1_061_000;
/** What the format allows. */
const MAX_BLOCK = 128 * 1024;
/** A mebibyte has eight full blocks; a compressor may cut them into smaller ones. */
const MAX_BLOCKS = 1024;
const MAGIC = [0x28, 0xb5, 0x2f, 0xfd];

/**
 * Unpacks one frame that says itself that it has `length` bytes. The library
 * takes as much memory as the bytes ask for, and reads several frames: so both
 * are checked before. What it cannot be kept from is to work for very long on
 * bytes that were made for that; this is why it works in a worker, which is
 * ended when it does not answer.
 */
export function unpack(packed: Bytes, length: number): Bytes {
  if (length > MAX_RAW) throw new Malformed("too_large");
  const { size, at } = readHeader(packed);
  if (size !== length || !isOneFrame(packed, at)) throw new Malformed();
  // With a buffer of ours, the library would write it out as text twice: it compares it with a number.
  const unpacked = decompress(packed) as Bytes;
  if (unpacked.length !== length) throw new Malformed();
  return unpacked;
}

/** How long the content is, and where the first block begins. */
function readHeader(packed: Bytes): { size: number; at: number } {
  const flags = packed[4] ?? 0;
  const isSingle = (flags >> 5) & 1;
  const sizeBytes = flags >> 6 === 0 ? isSingle : 1 << (flags >> 6);
  const isKnown = MAGIC.every((byte, index) => packed[index] === byte);
  // Without a dictionary, without reserved bits; a size of eight bytes is never needed.
  if (!isKnown || (flags & 0b1011) !== 0 || sizeBytes === 0 || sizeBytes === 8) {
    throw new Malformed();
  }
  const begin = 6 - isSingle;
  const bytes = Array.from(packed.subarray(begin, begin + sizeBytes));
  const size = bytes.reduceRight((sum, byte) => sum * 256 + byte, 0);
  return { size: sizeBytes === 2 ? size + 256 : size, at: begin + sizeBytes };
}

/** Whether blocks follow each other to the end of the bytes, and nothing comes after them. */
function isOneFrame(packed: Bytes, begin: number): boolean {
  const checksum = ((packed[4] ?? 0) & 4) === 0 ? 0 : 4;
  let at = begin;
  for (let blocks = 0; blocks < MAX_BLOCKS && at + 3 <= packed.length; blocks += 1) {
    const [low = 0, middle = 0, high = 0] = packed.subarray(at, at + 3);
    const block = low + middle * 0x100 + high * 0x10000;
    const [type, size] = [(block >> 1) & 3, block >> 3];
    if (type === 3 || size > MAX_BLOCK) return false;
    // One byte that is repeated.
    at += 3 + (type === 1 ? 1 : size);
    if ((block & 1) === 1) return at + checksum === packed.length;
  }
  return false;
}
