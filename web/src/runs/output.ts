/** The output of a run while it arrives: each stream with the bytes known so far. */

import type { Run } from "./queries";

export type Stream = "stdout" | "stderr";

export interface Known {
  text: string;
  /** Bytes of the stream that `text` covers. */
  bytes: number;
}

export type Output = Record<Stream, Known>;

export const NOTHING: Output = {
  stdout: { text: "", bytes: 0 },
  stderr: { text: "", bytes: 0 },
};

/** More than this of a stream is not put on the screen. */
export const SHOWN = 4 * 1024 * 1024;
/** The end that is shown moves on in steps of this: what was drawn is not drawn again with every line. */
const STEP = 512 * 1024;

const encoder = new TextEncoder();

/** Replaces bytes that are not text; how many there were is not known from it. */
const UNREADABLE = "\uFFFD";

/**
 * Adds a chunk that begins at byte `offset`. A chunk that is known already
 * changes nothing. One with a gap before it, or one of unknown length, is
 * refused with `null`: the caller reads on from what it has.
 */
export function withPiece(known: Known, offset: number, text: string): Known | null {
  if (offset > known.bytes || text.includes(UNREADABLE)) return null;
  if (offset < known.bytes) return known;
  return { text: known.text + text, bytes: offset + encoder.encode(text).length };
}

/** The end of a long text, beginning with a whole line. */
export function tail(text: string, limit = SHOWN, step = Math.min(STEP, limit)): string {
  if (text.length <= limit) return text;
  const cut = text.slice(Math.ceil((text.length - limit) / step) * step);
  return cut.slice(cut.indexOf("\n") + 1);
}

/** The beginning of a long text, up to the end of a line. */
export function head(text: string, limit = SHOWN): string {
  if (text.length <= limit) return text;
  const cut = text.slice(0, limit);
  return cut.slice(0, cut.lastIndexOf("\n") + 1) || cut;
}

export const hasPrinted = (output: Output): boolean =>
  output.stdout.bytes > 0 || output.stderr.bytes > 0;

/** The state of a run. A run that prints is running, even before that is reported. */
export function statusWith(status: Run["status"], output: Output): Run["status"] {
  return status === "queued" && hasPrinted(output) ? "running" : status;
}
