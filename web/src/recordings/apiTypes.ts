/** What the server answers about recordings. */
import { api } from "../api/client";
import type { Topic } from "../live/events.gen";

export type RecordingState = "recording" | "complete" | "incomplete" | "damaged";

export interface Recording {
  id: number;
  session: string;
  /** Empty once the agent's removal is final. */
  agent_id: string;
  hostname: string;
  client_name: string;
  site_name: string;
  kind: string;
  /** Who opened the session, and why. */
  username: string;
  reason: string;
  began: string;
  ended: string | null;
  duration_seconds: number;
  bytes: number;
  parts: number;
  gaps: number;
  state: RecordingState;
}

export interface RecordingPart {
  part: number;
  first_ms: number;
  last_ms: number;
  bytes: number;
  key_frame: boolean;
  gap: boolean;
}

export interface WholeRecording extends Recording {
  digest: string;
  /** When it was verified last, and what that found. */
  verified: string | null;
  problem: string;
  index: RecordingPart[];
}

export interface TextHit {
  ms: number;
  line: string;
}

/** Calls and topics that neither `openapi.json` nor the catalogue of events describes. */
type Call = (path: string, init?: object) => Promise<{ data?: never }>;
export const untyped = api as unknown as Record<"GET" | "DELETE", Call>;
export const TOPICS = ["recordings" as Topic];
