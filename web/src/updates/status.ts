/** The update status of an agent; the same words as the server's `is:updates…`. */
import type { Schema } from "../api/client";

export type AgentUpdates = Schema<"AgentUpdates">;

export type UpdateState = "unknown" | "missing" | "approved" | "reboot" | "current";

/** What an old scan found says nothing about today. */
const FRESH_DAYS = 7;

interface Scanned {
  updates: AgentUpdates;
  needs_reboot: boolean;
}

export function isFresh({ scanned_at }: AgentUpdates, now = Date.now()): boolean {
  if (!scanned_at) return false;
  return now - new Date(scanned_at).getTime() < FRESH_DAYS * 86_400_000;
}

/** The first that fits: an agent counts once. */
export function updateStatusOf({ updates, needs_reboot }: Scanned, now = Date.now()): UpdateState {
  if (!isFresh(updates, now)) return "unknown";
  if (updates.missing > updates.approved) return "missing";
  if (updates.approved > 0) return "approved";
  return needs_reboot ? "reboot" : "current";
}

export type Severity = "critical" | "important" | "moderate" | "low" | "other";

export const SEVERITIES: Severity[] = ["critical", "important", "moderate", "low", "other"];

/** The severities of what is missing, the worst first, without those that nothing has. */
export function severitiesOf({ severities }: AgentUpdates): [Severity, number][] {
  const counted = SEVERITIES.map((word): [Severity, number] => [word, severities[word]]);
  return counted.filter(([, count]) => count > 0);
}

/** One number to sort agents by what is missing: the worst severity counts most. */
export function urgencyOf({ updates }: Pick<Scanned, "updates">): number {
  if (!updates.scanned_at) return -1;
  const { critical, important, moderate, low, other } = updates.severities;
  const base = 10_000;
  return (((critical * base + important) * base + moderate) * base + low) * base + other;
}
