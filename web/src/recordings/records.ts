/**
 * Reads the records of a part of a recording. Pure, and every length is checked: they were
 * written on computers that somebody else may have been in control of.
 */
import type { Bytes } from "../remote/pipe/bytes";

const TYPES = {
  h: "heading",
  o: "output",
  i: "input",
  r: "resize",
  x: "exit",
  m: "marker",
  e: "event",
  s: "picture",
  k: "keyPicture",
  c: "cursor",
  n: "monitors",
} as const;

export type RecordType = (typeof TYPES)[keyof typeof TYPES];

/** One thing that happened. */
export interface RecordedItem {
  /** Milliseconds since the recording began. */
  ms: number;
  type: RecordType;
  payload: Bytes;
}

/** What a part must not be. */
export class DamagedPart extends Error {
  override readonly name = "DamagedPart";
}

const LENGTH_BYTES = 4;
/** Milliseconds and type: what every record has. */
const LEAST = 5;

/** What is in a part that began at `firstMs`, without what only a newer version knows. */
export function readRecords(content: Bytes, firstMs: number): RecordedItem[] {
  const view = new DataView(content.buffer, content.byteOffset, content.byteLength);
  const items: RecordedItem[] = [];
  for (let at = 0; at < content.length; ) {
    if (content.length - at < LENGTH_BYTES + LEAST) throw new DamagedPart();
    const length = view.getUint32(at, true);
    const begin = at + LENGTH_BYTES;
    if (length < LEAST || length > content.length - begin) throw new DamagedPart();
    const type = typeOf(view.getUint8(begin + 4));
    const payload = content.subarray(begin + LEAST, begin + length);
    if (type) items.push({ ms: firstMs + view.getUint32(begin, true), type, payload });
    at = begin + length;
  }
  return items;
}

function typeOf(code: number): RecordType | undefined {
  const letter = String.fromCharCode(code);
  return Object.hasOwn(TYPES, letter) ? TYPES[letter as keyof typeof TYPES] : undefined;
}
