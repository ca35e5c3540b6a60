/** How a session is shown in a list: pure functions. */
import { formatMoment } from "../texts/format";
import type { Tone } from "../ui/theme";
import { remote as words } from "./messages";
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

/** Those who came, in that order; a ticket that nobody used is no participant. */
export const participants = ({ viewers }: Pick<RemoteSession, "viewers">) =>
  viewers.filter(({ connected }) => connected);

/** Who it was, from where, and when. */
export function participantText(one: RemoteSession["viewers"][number]): string {
  const began = one.connected ? formatMoment(one.connected) : "";
  return [
    one.user,
    one.address && words.from(one.address),
    one.left ? words.between(began, formatMoment(one.left)) : words.since(began),
    one.is_driver ? words.drove : one.view_only && words.onlyWatched,
  ]
    .filter(Boolean)
    .join(" · ");
}

/** What the person at the computer was told, and what they said. */
export function consentText({
  consent,
  consent_answer: answer,
}: Pick<RemoteSession, "consent" | "consent_answer">): string {
  const told = words.consentModes[consent] ?? consent;
  // Nobody answers what is not asked; the computer itself may refuse all the same.
  const isAnswer = consent === "ask" || answer === "vetoed";
  return isAnswer && answer ? `${told}: ${words.consentAnswers[answer] ?? answer}` : told;
}
