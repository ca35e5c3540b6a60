/** The alert that somebody imagines, to ask who would be notified. */
import type { Schema } from "../api/client";
import type { Kind, Severity } from "./values";

export interface ImaginedAlert {
  /** Identifier of the agent; null for none. */
  agent: string | null;
  kind: Kind;
  severity: Severity;
  /** The channels that the check or task itself asks for. */
  own: string[];
}

export const newAlert = (): ImaginedAlert => ({
  agent: null,
  kind: "check",
  severity: "error",
  own: ["dashboard"],
});

export function testBody(alert: ImaginedAlert, send: boolean): Schema<"TestAlertTemplate"> {
  // An agent has flags of its own, and one that is overdue is always an error.
  const rated = alert.kind !== "agent" && {
    severity: alert.severity,
    dashboard_alert: alert.own.includes("dashboard"),
    email_alert: alert.own.includes("email"),
    text_alert: alert.own.includes("text"),
  };
  // `openapi.json` has no "number or text".
  const agent = alert.agent as unknown as Record<string, never> | null;
  return { kind: alert.kind, agent, ...rated, send };
}

/** "E-mail: sent to …" as what it is about, and the rest. */
export function splitSentence(sentence: string): [about: string, rest: string] {
  const found = /^([A-Z][\w-]{1,20}): (.+)$/s.exec(sentence);
  return found ? [found[1] ?? "", found[2] ?? ""] : ["", sentence];
}
