/** What can be decided about an update, and how its states look. */
import type { Schema } from "../api/client";
import type { Tone } from "../ui/theme";
import { updates as words } from "./messages";

export const DECISIONS = [
  ["approve", words.approve],
  ["ignore", words.ignore],
  ["nothing", words.decideLater],
  ["inherit", words.byPolicy],
] as const;

export type Decision = Schema<"SetAction">["action"];

export const STATE_TONES: Record<Schema<"WinUpdate">["state"], Tone> = {
  available: "warning",
  downloading: "info",
  installing: "info",
  reboot_pending: "warning",
  installed: "good",
  failed: "bad",
  superseded: "quiet",
};

/** What is decided about an update on one agent, and whether a policy did. */
export function decisionText({ action, inherited }: Schema<"WinUpdate">): string {
  const decision = words.decisions[action] ?? action;
  return inherited ? `${decision} (${words.inherited})` : decision;
}

/** What is decided about an update on all agents that miss it. */
export function decisionsText({ approve, ignore, nothing }: Schema<"ActionCounts">): string {
  const all = approve + ignore + nothing;
  const part = (count: number, word: string) => {
    if (count === 0) return [];
    return [count === all ? word : words.decidedOn(word, count)];
  };
  const { decisions } = words;
  return [
    ...part(approve, decisions.approve ?? ""),
    ...part(ignore, decisions.ignore ?? ""),
    ...part(nothing, decisions.nothing ?? ""),
  ].join(", ");
}
