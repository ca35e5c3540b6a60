/** How an alert is: in words, in a tone, and what was done about it. */
import { formatMoment } from "../texts/format";
import type { Tone } from "../ui/theme";
import { alerts as words } from "./messages";

export type Severity = "error" | "warning" | "info";

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

export const SEVERITY_TONES: Record<Severity, Tone> = {
  error: "bad",
  warning: "warning",
  info: "info",
};

/** The worst of them; nothing of none. */
export function worstOf(severities: Iterable<string>): Severity | undefined {
  const found = new Set(severities);
  return SEVERITIES.find((severity) => found.has(severity));
}

/** As much of an alert as its state needs. */
export interface Stateful {
  resolved: boolean;
  resolved_by?: string | null;
  suppressed: boolean;
  snoozed: boolean;
  snooze_until?: string | null;
  acknowledged: boolean;
  acknowledged_by?: string | null;
}

export type AlertState = "open" | "acknowledged" | "snoozed" | "resolved" | "suppressed";

/** The first that fits: what is resolved is no longer snoozed, and a snooze ends by its time. */
export function stateOf(alert: Stateful, now = Date.now()): AlertState {
  if (alert.resolved && !alert.suppressed) return "resolved";
  if (alert.suppressed) return "suppressed";
  if (isSnoozed(alert, now)) return "snoozed";
  return alert.acknowledged ? "acknowledged" : "open";
}

/** The server ends a snooze a moment after its time. */
export function isSnoozed(
  { snoozed, snooze_until: until }: Pick<Stateful, "snoozed" | "snooze_until">,
  now = Date.now(),
): boolean {
  return snoozed && (!until || new Date(until).getTime() > now);
}

const TONES: Record<AlertState, Tone> = {
  open: "bad",
  acknowledged: "info",
  snoozed: "maintenance",
  resolved: "good",
  suppressed: "quiet",
};

/** "Acknowledged by ann", "Snoozed until 17 Nov 2026, 08:00:00". */
export function stateText(alert: Stateful, now = Date.now()): string {
  switch (stateOf(alert, now)) {
    case "resolved":
      return alert.resolved_by ? words.resolvedBy(alert.resolved_by) : words.resolved;
    case "suppressed":
      return alert.resolved ? words.suppressedEnded : words.suppressed;
    case "snoozed":
      return alert.snooze_until
        ? words.snoozedUntil(formatMoment(alert.snooze_until))
        : words.snoozed;
    case "acknowledged":
      return alert.acknowledged_by
        ? words.acknowledgedBy(alert.acknowledged_by)
        : words.acknowledged;
    case "open":
      return words.open;
  }
}

export function stateShown(alert: Stateful, now = Date.now()): { tone: Tone; label: string } {
  return { tone: TONES[stateOf(alert, now)], label: stateText(alert, now) };
}

/** Why something cannot be done with an alert now; nothing when it can. */
export const blockedBy = {
  acknowledge: (alert: Stateful) => {
    if (alert.resolved) return words.alreadyResolved;
    if (alert.suppressed) return words.isSuppressed;
    return alert.acknowledged ? stateText({ ...alert, snoozed: false }) : undefined;
  },
  snooze: (alert: Stateful) => {
    if (alert.resolved) return words.alreadyResolved;
    return alert.suppressed ? words.isSuppressed : undefined;
  },
  unsnooze: (alert: Stateful) => (isSnoozed(alert) ? undefined : words.notSnoozed),
  resolve: (alert: Stateful) => (alert.resolved ? words.alreadyResolved : undefined),
};
