/** What is in records that are JSON. Whatever is not as it should be is left out. */
import { type Bytes, textOf } from "../remote/pipe/bytes";
import type { RecordedItem } from "./records";

export interface TerminalSize {
  cols: number;
  rows: number;
}

/** Something happened to the session: somebody came, left or took over, or it paused or ended. */
export interface Marker {
  ms: number;
  event: string;
  /** Empty where it was nobody. */
  user: string;
  reason: string;
}

/** What was done with a file or through a tunnel. */
export interface SessionEvent {
  ms: number;
  event: string;
  user: string;
  /** A path, or the address at the end of a tunnel. */
  target: string;
  to: string;
  bytes: number | null;
  sha256: string;
  isDone: boolean;
  /** Why it was not done, or why a connection ended. */
  reason: string;
}

type Fields = Record<string, unknown>;

/** The largest terminal that a session may have. */
const MOST_COLS = 2000;
const MOST_ROWS = 1000;

/** Of a heading or a resize; nothing for what is no terminal. */
export function readSize(payload: Bytes): TerminalSize | null {
  const { cols, rows } = fieldsOf(payload);
  if (!isWithin(cols, MOST_COLS) || !isWithin(rows, MOST_ROWS)) return null;
  return { cols, rows };
}

/** How a shell ended: with a code, or killed. */
export function readExit(payload: Bytes): number | null {
  const { code } = fieldsOf(payload);
  return typeof code === "number" ? code : null;
}

export function readMarker({ ms, payload }: RecordedItem): Marker {
  const { event, user, name, reason } = fieldsOf(payload);
  const who = textIn(user) || textIn(name);
  return { ms, event: textIn(event), user: who, reason: textIn(reason) };
}

export function readEvent({ ms, payload }: RecordedItem): SessionEvent {
  const { event, user, path, address, to, bytes, sha256, ok, ...more } = fieldsOf(payload);
  return {
    ms,
    event: textIn(event),
    user: textIn(user),
    target: textIn(path) || textIn(address),
    to: textIn(to),
    bytes: typeof bytes === "number" && bytes >= 0 ? bytes : null,
    sha256: textIn(sha256),
    isDone: ok !== false,
    reason: textIn(more.problem) || textIn(more.reason),
  };
}

function fieldsOf(payload: Bytes): Fields {
  try {
    const read: unknown = JSON.parse(textOf(payload));
    return typeof read === "object" && read !== null ? (read as Fields) : {};
  } catch {
    return {};
  }
}

const textIn = (value: unknown): string => (typeof value === "string" ? value : "");

const isWithin = (value: unknown, most: number): value is number =>
  typeof value === "number" && Number.isInteger(value) && value >= 1 && value <= most;
