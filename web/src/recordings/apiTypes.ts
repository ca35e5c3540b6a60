/** What the server answers about recordings. */

export type RecordingState = "recording" | "complete" | "incomplete" | "damaged";

export interface Recording {
  id: number;
  session: string;
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
  index: RecordingPart[];
}

export interface TextHit {
  ms: number;
  line: string;
}
