/** Writes parts as agents do, for tests. */
import { type Bytes, concat, utf8 } from "../remote/pipe/bytes";
import type { PartInfo } from "./timeline";

/** A record: its letter, its milliseconds since the part began, and what it is about. */
export type Written = [letter: string, ms: number, payload: string | Bytes];

export function partOf(...records: Written[]): Bytes {
  return concat(...records.map(recordOf));
}

function recordOf([letter, ms, payload]: Written): Bytes {
  const bytes = typeof payload === "string" ? utf8(payload) : payload;
  const head = new DataView(new ArrayBuffer(9));
  head.setUint32(0, 5 + bytes.length, true);
  head.setUint32(4, ms, true);
  head.setUint8(8, letter.charCodeAt(0));
  return concat(new Uint8Array(head.buffer), bytes);
}

/** What the server says about a part. */
export const partInfo = (part: number, first_ms: number, last_ms: number, more = {}): PartInfo => ({
  ...{ part, first_ms, last_ms, bytes: 100, key_frame: false, gap: false },
  ...more,
});
