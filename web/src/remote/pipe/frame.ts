/** What travels inside of a pipe: control texts, parts of streams, credit and packets, each on a channel. */
import { remote as words } from "../messages";
import { type Bytes, concat, readNumber, textOf, utf8, writeNumber } from "./bytes";
import { PipeProblem } from "./problem";

/** The most bytes of a stream in one frame. */
export const MAX_DATA_BYTES = 256 * 1024;

const CONTROL = 0;
const DATA = 1;
const CREDIT = 2;
const PACKET = 3;
/** Channel and kind. */
const HEADER_BYTES = 3;

export type Frame = { channel: number } & (
  | { kind: "control"; text: string }
  /** A part of the channel's stream, which begins at this offset. */
  | { kind: "data"; offset: number; bytes: Bytes }
  /** The sender has taken everything before `received`, and takes more up to `limit`. */
  | { kind: "credit"; received: number; limit: number }
  /** Something whole, such as a picture. */
  | { kind: "packet"; bytes: Bytes }
);

export function encodeFrame(frame: Frame): Bytes {
  switch (frame.kind) {
    case "control":
      return concat(header(frame.channel, CONTROL), utf8(frame.text));
    case "data":
      return concat(header(frame.channel, DATA, frame.offset), frame.bytes);
    case "credit":
      return header(frame.channel, CREDIT, frame.received, frame.limit);
    case "packet":
      return concat(header(frame.channel, PACKET), frame.bytes);
  }
}

function header(channel: number, kind: number, ...numbers: number[]): Bytes {
  const bytes = new Uint8Array(HEADER_BYTES + 8 * numbers.length);
  new DataView(bytes.buffer).setUint16(0, channel);
  bytes[2] = kind;
  for (const [at, value] of numbers.entries()) writeNumber(bytes, HEADER_BYTES + 8 * at, value);
  return bytes;
}

/** Throws a problem for what no version of the agent sends. */
export function decodeFrame(bytes: Bytes): Frame {
  if (bytes.length < HEADER_BYTES) throw unreadable();
  const channel = new DataView(bytes.buffer, bytes.byteOffset).getUint16(0);
  switch (bytes[2]) {
    case CONTROL:
      return { channel, kind: "control", text: readText(bytes.subarray(HEADER_BYTES)) };
    case DATA: {
      const offset = read(bytes, HEADER_BYTES);
      const part = bytes.subarray(HEADER_BYTES + 8);
      const isTooMuch = part.length > MAX_DATA_BYTES;
      if (isTooMuch || !Number.isSafeInteger(offset + part.length)) throw unreadable();
      return { channel, kind: "data", offset, bytes: part };
    }
    case CREDIT: {
      const received = read(bytes, HEADER_BYTES);
      const limit = read(bytes, HEADER_BYTES + 8);
      if (bytes.length !== HEADER_BYTES + 16 || limit < received) throw unreadable();
      return { channel, kind: "credit", received, limit };
    }
    case PACKET:
      return { channel, kind: "packet", bytes: bytes.subarray(HEADER_BYTES) };
    default:
      throw unreadable();
  }
}

function readText(bytes: Bytes): string {
  try {
    return textOf(bytes);
  } catch {
    throw unreadable();
  }
}

function read(bytes: Bytes, at: number): number {
  const value = readNumber(bytes, at);
  if (value === null) throw unreadable();
  return value;
}

const unreadable = () => new PipeProblem("unreadable", words.unreadable);
