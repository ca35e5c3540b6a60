/** What the form of an alert template holds, and what it sends. */
import type { Schema } from "../api/client";
import type { AlertTemplate } from "../templateChoice/queries";
import { flagOf, type TriState, triStateOf } from "./triState";

export const KINDS = ["agent", "check", "task"] as const;
export type Kind = (typeof KINDS)[number];

/** Kinds with a severity; an agent that is overdue is always an error. */
export type RatedKind = Exclude<Kind, "agent">;

export const SEVERITIES = ["info", "warning", "error"] as const;
export type Severity = (typeof SEVERITIES)[number];

export const ACTION_TYPES = ["script", "server", "rest"] as const;
export type ActionType = (typeof ACTION_TYPES)[number];

/** What runs on failure; on recovery the names begin with `resolved_`. */
export const ACTIONS = ["action", "resolved_action"] as const;
export type Action = (typeof ACTIONS)[number];

export interface EscalationStep {
  /** Identifies it while the list is being changed; not sent. */
  key: string;
  after_minutes: number | string;
  email_recipients: string[];
  text_recipients: string[];
}

type KindValues = Record<`${Kind}_${"always_email" | "always_text" | "always_alert"}`, TriState> &
  Record<`${Kind}_${"email_on_resolved" | "text_on_resolved" | "script_actions"}`, boolean> &
  Record<`${Kind}_periodic_alert_days`, number | string> &
  Record<`${RatedKind}_${"email" | "text" | "dashboard"}_alert_severity`, string[]>;

type ActionValues = Record<`${Action}_type`, ActionType> &
  Record<Action | `${Action}_rest`, string | null> &
  Record<`${Action}_${"args" | "env_vars"}`, string[]> &
  Record<`${Action}_timeout`, number | string>;

export interface TemplateValues extends KindValues, ActionValues {
  name: string;
  is_active: boolean;
  owner_clients: number[] | null;
  exclude_workstations: boolean;
  exclude_servers: boolean;
  excluded_clients: string[];
  excluded_sites: string[];
  /** Keys of those that are stored, identifiers of those that were just chosen. */
  excluded_agents: (number | string)[];
  email_recipients: string[];
  text_recipients: string[];
  email_from: string;
  escalation: EscalationStep[];
}

/** Seconds that a script of a new template may take. */
const USUAL_TIMEOUT = 15;

let made = 0;

export function newStep(step?: Partial<Omit<EscalationStep, "key">>): EscalationStep {
  made += 1;
  const empty = { after_minutes: 30, email_recipients: [], text_recipients: [] };
  return { key: `step-${made}`, ...empty, ...step };
}

/** Of a stored template, or of a new one. */
export function valuesOf(stored?: AlertTemplate): TemplateValues {
  return {
    name: stored?.name ?? "",
    is_active: stored?.is_active ?? true,
    owner_clients: stored?.owner_clients ?? null,
    exclude_workstations: stored?.exclude_workstations ?? false,
    exclude_servers: stored?.exclude_servers ?? false,
    excluded_clients: (stored?.excluded_clients ?? []).map(String),
    excluded_sites: (stored?.excluded_sites ?? []).map(String),
    excluded_agents: stored?.excluded_agents ?? [],
    email_recipients: stored?.email_recipients ?? [],
    text_recipients: stored?.text_recipients ?? [],
    email_from: stored?.email_from ?? "",
    escalation: (stored?.escalation ?? []).map((step, place) => ({
      ...step,
      key: `stored-${place}`,
    })),
    ...actionValues("action", stored),
    ...actionValues("resolved_action", stored),
    ...kindValues("agent", stored),
    ...kindValues("check", stored),
    ...kindValues("task", stored),
    ...severityValues("check", stored),
    ...severityValues("task", stored),
  } as TemplateValues;
}

function actionValues(action: Action, stored?: AlertTemplate) {
  return {
    [`${action}_type`]: stored?.[`${action}_type`] ?? "script",
    [action]: keyText(stored?.[action]),
    [`${action}_rest`]: keyText(stored?.[`${action}_rest`]),
    [`${action}_args`]: stored?.[`${action}_args`] ?? [],
    [`${action}_env_vars`]: stored?.[`${action}_env_vars`] ?? [],
    [`${action}_timeout`]: stored?.[`${action}_timeout`] ?? USUAL_TIMEOUT,
  };
}

function kindValues(kind: Kind, stored?: AlertTemplate) {
  return {
    [`${kind}_always_email`]: triStateOf(stored?.[`${kind}_always_email`]),
    [`${kind}_always_text`]: triStateOf(stored?.[`${kind}_always_text`]),
    [`${kind}_always_alert`]: triStateOf(stored?.[`${kind}_always_alert`]),
    [`${kind}_email_on_resolved`]: stored?.[`${kind}_email_on_resolved`] ?? false,
    [`${kind}_text_on_resolved`]: stored?.[`${kind}_text_on_resolved`] ?? false,
    [`${kind}_script_actions`]: stored?.[`${kind}_script_actions`] ?? true,
    [`${kind}_periodic_alert_days`]: stored?.[`${kind}_periodic_alert_days`] ?? 0,
  };
}

function severityValues(kind: RatedKind, stored?: AlertTemplate) {
  return {
    [`${kind}_email_alert_severity`]: stored?.[`${kind}_email_alert_severity`] ?? [],
    [`${kind}_text_alert_severity`]: stored?.[`${kind}_text_alert_severity`] ?? [],
    [`${kind}_dashboard_alert_severity`]: stored?.[`${kind}_dashboard_alert_severity`] ?? [],
  };
}

const keyText = (key: number | null | undefined) => (key ? String(key) : null);
const keyOf = (text: string | null) => (text === null ? null : Number(text));

export type TemplateBody = Schema<"CreateAlertTemplate">;

/** The body of a request that creates a template. */
export function bodyOf(values: TemplateValues): TemplateBody {
  const body: Record<string, unknown> = {
    ...values,
    name: values.name.trim(),
    excluded_clients: values.excluded_clients.map(Number),
    excluded_sites: values.excluded_sites.map(Number),
    email_from: values.email_from.trim() || null,
    escalation: values.escalation.map(({ key: _, after_minutes, ...step }) => ({
      ...step,
      after_minutes: numberOf(after_minutes),
    })),
  };
  // The server chooses owners by the caller's scope.
  if (values.owner_clients === null) delete body.owner_clients;
  for (const kind of KINDS) {
    body[`${kind}_always_email`] = flagOf(values[`${kind}_always_email`]);
    body[`${kind}_always_text`] = flagOf(values[`${kind}_always_text`]);
    body[`${kind}_always_alert`] = flagOf(values[`${kind}_always_alert`]);
    body[`${kind}_periodic_alert_days`] = numberOf(values[`${kind}_periodic_alert_days`]);
  }
  for (const action of ACTIONS) {
    body[action] = keyOf(values[action]);
    body[`${action}_rest`] = keyOf(values[`${action}_rest`]);
    body[`${action}_timeout`] = numberOf(values[`${action}_timeout`]);
  }
  return body as TemplateBody;
}

/** An input that was emptied: the default. */
const numberOf = (value: number | string) => (value === "" ? null : Number(value));

/** What was changed: others may have changed the rest meanwhile. */
export function changesOf(before: TemplateValues, after: TemplateValues): Partial<TemplateBody> {
  const [old, now] = [bodyOf(before), bodyOf(after)] as Record<string, unknown>[];
  const changed = Object.entries(now ?? {}).filter(
    ([name, value]) => JSON.stringify(value) !== JSON.stringify(old?.[name]),
  );
  return Object.fromEntries(changed) as Partial<TemplateBody>;
}
