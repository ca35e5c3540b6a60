/** How a session is shown in a list: pure functions. */
import type { Tone } from "../ui/theme";
import type { RemoteSession } from "./queries";

const TONES: Record<string, Tone> = { opening: "info", open: "good", ended: "quiet" };

export const toneOf = ({ status }: { status: string }): Tone => TONES[status] ?? "quiet";

/** Whether it can be joined or ended. */
export const isAlive = ({ status }: { status: string }) => status !== "ended";

/** Seconds from its beginning to its end, or to now. */
export function secondsOf(
  { created, ended }: Pick<RemoteSession, "created" | "ended">,
  now: number,
): number {
  const end = ended ? Date.parse(ended) : now;
  return Math.max(0, (end - Date.parse(created)) / 1000);
}

/** The names of those who see it now, each once. */
export function watchers({ viewers }: Pick<RemoteSession, "viewers">): string[] {
  const present = viewers.filter(({ connected, left }) => connected && !left);
  return [...new Set(present.map(({ user }) => user))];
}
