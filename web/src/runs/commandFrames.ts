/**
 * The frames of a command's own socket: first that it was received, then the id
 * of its run, then its output, last how it ended.
 */
import { Problem } from "../api/problem";
import { NOTHING, type Output, type Stream, withPiece } from "./output";

interface Frame {
  action?: string;
  run?: number;
  output?: string;
  stream?: Stream;
  done?: boolean;
  error?: string;
  code?: string;
  status?: number;
  errors?: Record<string, string[]>;
}

export interface CommandState {
  run: number | null;
  output: Output;
  /** Whether `output` has all that was sent: not when some bytes were not text. */
  isWhole: boolean;
  done: boolean;
  problem: Problem | null;
}

export const BEGIN: CommandState = {
  run: null,
  output: NOTHING,
  isWhole: true,
  done: false,
  problem: null,
};

export function afterFrame(state: CommandState, text: string): CommandState {
  const frame = JSON.parse(text) as Frame;
  if (frame.done) return { ...state, run: frame.run ?? state.run, done: true };
  if (frame.error !== undefined) return { ...state, problem: problemOf(frame, frame.error) };
  if (frame.run !== undefined) return { ...state, run: frame.run };
  const { stream, output } = frame;
  if (stream === undefined || output === undefined || !state.isWhole) return state;
  const known = state.output[stream];
  const next = withPiece(known, known.bytes, output);
  if (!next) return { ...state, isWhole: false };
  return { ...state, output: { ...state.output, [stream]: next } };
}

function problemOf({ status = 0, code = "unexpected", errors = {} }: Frame, error: string) {
  return new Problem(error, status, code, errors);
}
