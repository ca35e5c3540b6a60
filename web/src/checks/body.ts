/** An edited check as the API takes it: only the fields of its type. */
import type { CheckBody, CheckType } from "./types";
import { type Amount, type CheckValues, LISTS_OF_NUMBERS } from "./values";

type Field = keyof CheckValues;

const COMMON: Field[] = [
  "name",
  "email_alert",
  "text_alert",
  "dashboard_alert",
  "fails_b4_alert",
  "run_interval",
  "supported_platforms",
];

const PATIENCE: Field[] = ["recovery_threshold", "for_minutes"];
const USAGE: Field[] = ["warning_threshold", "error_threshold", ...PATIENCE];
const LATENCY: Field[] = ["warning_latency_ms", "error_latency_ms"];

/** The fields that a type has besides the common ones. */
export const FIELDS: Record<CheckType, Field[]> = {
  diskspace: ["disk", ...USAGE, "warning_free_gb", "error_free_gb", "full_within_days"],
  cpuload: USAGE,
  memory: USAGE,
  ping: ["ip", "alert_severity", ...LATENCY, "warning_loss_percent", "error_loss_percent"],
  winsvc: [
    "svc_name",
    "svc_display_name",
    "pass_if_start_pending",
    "pass_if_svc_not_exist",
    "restart_if_stopped",
    "svc_policy_mode",
    "alert_severity",
  ],
  eventlog: [
    "log_name",
    "event_id",
    "event_id_is_wildcard",
    "event_type",
    "event_source",
    "event_message",
    "fail_when",
    "search_last_days",
    "number_of_events_b4_alert",
    "alert_severity",
  ],
  script: [
    "script",
    "script_args",
    "env_vars",
    "timeout",
    "run_as_user",
    "success_return_codes",
    "info_return_codes",
    "warning_return_codes",
  ],
  http: [
    "url",
    "expected_status",
    "contains_text",
    "certificate_days",
    "timeout",
    "alert_severity",
    ...LATENCY,
  ],
  port: ["host", "port", "timeout", "alert_severity", ...LATENCY],
};

/** Numbers that are 0 when they are not used. */
const ZERO: ReadonlySet<Field> = new Set<Field>([
  "run_interval",
  "warning_threshold",
  "error_threshold",
  "for_minutes",
]);

/** Numbers that are null when they are not used. */
const NULL: ReadonlySet<Field> = new Set<Field>([
  "recovery_threshold",
  "warning_free_gb",
  "error_free_gb",
  "full_within_days",
  "warning_latency_ms",
  "error_latency_ms",
  "warning_loss_percent",
  "error_loss_percent",
  "certificate_days",
]);

/** Numbers that have to be there: when they are not, the server says so. */
const NEEDED: ReadonlySet<Field> = new Set<Field>([
  "fails_b4_alert",
  "search_last_days",
  "number_of_events_b4_alert",
  "timeout",
  "port",
]);

/** The whole check; its type comes with it. */
export function bodyOf(values: CheckValues): CheckBody {
  const { check_type } = values;
  const fields = [...COMMON, ...FIELDS[check_type]].map((field) => [field, sentOf(field, values)]);
  const sent = fields.filter(([, value]) => value !== undefined);
  return { check_type, ...Object.fromEntries(sent) };
}

function sentOf(field: Field, values: CheckValues): unknown {
  const value = values[field];
  if (field === "event_id") return values.event_id_is_wildcard ? null : numberOr(null, value);
  // Without a script the field is left out: the server then says that it is required.
  if (field === "script") return value ? Number(value) : undefined;
  if (LISTS_OF_NUMBERS.has(field)) return (value as string[]).map(codeOf);
  if (ZERO.has(field)) return numberOr(0, value);
  if (NULL.has(field)) return numberOr(null, value);
  return NEEDED.has(field) ? numberOr(undefined, value) : value;
}

function numberOr<Otherwise>(otherwise: Otherwise, value: unknown): number | Otherwise {
  return value === "" || value === null ? otherwise : Number(value as Amount);
}

/** What is no number is sent as it was typed, and the server says that it is none. */
function codeOf(text: string): number | string {
  const trimmed = text.trim();
  return /^-?\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}

/** What differs: the only thing to send of a check that is there already. */
export function changesOf(before: CheckValues, after: CheckValues): CheckBody {
  const stored = bodyOf(before) as Record<string, unknown>;
  const changed = Object.entries(bodyOf(after)).filter(
    ([name, value]) => JSON.stringify(stored[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}
