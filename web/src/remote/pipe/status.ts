/** What is known of a session at this moment, as the interface shows it. */

export interface Viewer {
  id: string;
  name: string;
  /** Whether this one types; all others watch. */
  driver: boolean;
  you: boolean;
}

export type Phase =
  /** The server was asked, or the relay waits for the agent. */
  | { is: "opening" }
  /** The person at the computer is asked until this moment. */
  | { is: "consent"; until: number }
  | { is: "open" }
  /** The connection broke. The next try is at this moment; null while one is under way. */
  | { is: "broken"; reason: string; until: number | null }
  | { is: "ended"; code: string; reason: string };

/** What the agent says about the session when it starts. */
export interface Started {
  shell?: string;
  account?: string;
  title?: string;
}

export interface PipeStatus {
  phase: Phase;
  driver: boolean;
  recording: boolean;
  started: Started;
  viewers: Viewer[];
  /** The newest thing that the agent wants people to know. */
  notice: string | null;
}

/** What the agent says on channel 0. */
export type SessionMessage =
  | { type: "consent"; state: string; seconds: number }
  | ({ type: "started"; resumed: boolean; driver: boolean; recording: boolean } & Started)
  | { type: "refused" | "ended"; code: string; reason: string }
  | { type: "viewers"; viewers: Viewer[] }
  | { type: "notice"; code: string; text: string }
  | { type: "pong"; n: number };

export const FIRST_STATUS: PipeStatus = {
  phase: { is: "opening" },
  driver: false,
  recording: false,
  started: {},
  viewers: [],
  notice: null,
};

/** The status after a message; the same object when nothing changed. `now` in milliseconds. */
export function statusAfter(status: PipeStatus, message: SessionMessage, now: number): PipeStatus {
  switch (message.type) {
    case "consent":
      if (message.state !== "waiting") return status;
      return { ...status, phase: { is: "consent", until: now + message.seconds * 1000 } };
    case "started": {
      const { driver, recording, shell, account, title } = message;
      const known = Object.entries({ shell, account, title }).filter(([, value]) => value);
      const started = { ...status.started, ...Object.fromEntries(known) };
      return { ...status, phase: { is: "open" }, driver, recording, started, notice: null };
    }
    case "refused":
    case "ended": {
      const { code, reason } = message;
      return { ...status, phase: { is: "ended", code, reason }, driver: false };
    }
    case "viewers": {
      const own = message.viewers.find(({ you }) => you);
      return { ...status, viewers: message.viewers, driver: own?.driver ?? status.driver };
    }
    case "notice":
      return { ...status, notice: message.text };
    default:
      // Answers to a ping, and what only a newer agent says.
      return status;
  }
}
