/**
 * A check while it is edited. Fields have the API's names, so that what the
 * server says of one is shown at its input. An empty number is one that is not used.
 */
import type { Check, CheckType, Platform, Severity } from "./types";

/** A number, or what was typed of one; empty when it is not used. */
export type Amount = number | string;

export interface CheckValues {
  check_type: CheckType;
  name: string;
  email_alert: boolean;
  text_alert: boolean;
  dashboard_alert: boolean;
  fails_b4_alert: Amount;
  /** Seconds; empty for the agent's own interval. */
  run_interval: Amount;
  /** Empty for those that the type has by itself. */
  supported_platforms: Platform[];
  alert_severity: Severity;
  disk: string;
  warning_threshold: Amount;
  error_threshold: Amount;
  warning_free_gb: Amount;
  error_free_gb: Amount;
  full_within_days: Amount;
  recovery_threshold: Amount;
  for_minutes: Amount;
  ip: string;
  warning_latency_ms: Amount;
  error_latency_ms: Amount;
  warning_loss_percent: Amount;
  error_loss_percent: Amount;
  svc_name: string;
  svc_display_name: string;
  pass_if_start_pending: boolean;
  pass_if_svc_not_exist: boolean;
  restart_if_stopped: boolean;
  svc_policy_mode: "default" | "manual";
  log_name: string;
  event_id: Amount;
  event_id_is_wildcard: boolean;
  event_type: EventType;
  event_source: string;
  event_message: string;
  fail_when: "contains" | "not_contains";
  search_last_days: Amount;
  number_of_events_b4_alert: Amount;
  script: string | null;
  script_args: string[];
  env_vars: string[];
  timeout: Amount;
  run_as_user: boolean;
  /** As typed: inputs for lists of numbers hold texts. */
  success_return_codes: string[];
  info_return_codes: string[];
  warning_return_codes: string[];
  url: string;
  expected_status: string[];
  contains_text: string;
  certificate_days: Amount;
  host: string;
  port: Amount;
}

export type EventType = "INFO" | "WARNING" | "ERROR" | "AUDIT_SUCCESS" | "AUDIT_FAILURE";

/** In the order of the menu. */
export const TYPES: CheckType[] = [
  "diskspace",
  "cpuload",
  "memory",
  "ping",
  "http",
  "port",
  "winsvc",
  "eventlog",
  "script",
];

/** What the server waits for, and what it cuts off. */
const TIMEOUTS: Partial<Record<CheckType, number>> = { script: 90, http: 15, port: 5 };

const THRESHOLDS: Partial<Record<CheckType, [warning: number, error: number]>> = {
  diskspace: [20, 10],
  cpuload: [85, 95],
  memory: [85, 95],
};

/** A new check, with thresholds that do not raise an alarm on every healthy computer. */
export function newValues(type: CheckType, platform?: string): CheckValues {
  const [warning, error] = THRESHOLDS[type] ?? ["", ""];
  return {
    check_type: type,
    name: "",
    email_alert: false,
    text_alert: false,
    dashboard_alert: true,
    fails_b4_alert: 1,
    run_interval: "",
    supported_platforms: [],
    alert_severity: "warning",
    disk: type !== "diskspace" ? "" : platform === "windows" ? "C:" : "/",
    warning_threshold: warning,
    error_threshold: error,
    warning_free_gb: "",
    error_free_gb: "",
    full_within_days: "",
    recovery_threshold: "",
    for_minutes: "",
    ip: "",
    warning_latency_ms: "",
    error_latency_ms: "",
    warning_loss_percent: "",
    error_loss_percent: "",
    svc_name: "",
    svc_display_name: "",
    pass_if_start_pending: false,
    pass_if_svc_not_exist: false,
    restart_if_stopped: false,
    svc_policy_mode: "default",
    log_name: "System",
    event_id: "",
    event_id_is_wildcard: true,
    event_type: "ERROR",
    event_source: "",
    event_message: "",
    fail_when: "contains",
    search_last_days: 1,
    number_of_events_b4_alert: 1,
    script: null,
    script_args: [],
    env_vars: [],
    timeout: TIMEOUTS[type] ?? "",
    run_as_user: false,
    success_return_codes: [],
    info_return_codes: [],
    warning_return_codes: [],
    url: "",
    expected_status: [],
    contains_text: "",
    certificate_days: "",
    host: "",
    port: "",
  };
}

/** What the form shows of a check. What its type does not use begins as in a new one. */
export function valuesOf(check: Check): CheckValues {
  const values: Record<string, unknown> = { ...newValues(check.check_type) };
  const stored = check as unknown as Record<string, unknown>;
  for (const name of Object.keys(values)) {
    values[name] = shown(name, stored[name], values[name]);
  }
  return values as unknown as CheckValues;
}

/** Numbers for which 0 means that they are not used. */
const ZERO_IS_UNUSED = new Set([
  "run_interval",
  "warning_threshold",
  "error_threshold",
  "for_minutes",
]);

/** Numbers that are empty when there is none; others keep what a new check has. */
const OPTIONAL = new Set([
  "warning_free_gb",
  "error_free_gb",
  "full_within_days",
  "recovery_threshold",
  "warning_latency_ms",
  "error_latency_ms",
  "warning_loss_percent",
  "error_loss_percent",
  "event_id",
  "certificate_days",
]);

function shown(name: string, stored: unknown, otherwise: unknown): unknown {
  if (stored === undefined) return otherwise;
  if (stored === null) return OPTIONAL.has(name) ? "" : otherwise;
  if (stored === 0 && ZERO_IS_UNUSED.has(name)) return "";
  if (name === "script") return String(stored);
  if (LISTS_OF_NUMBERS.has(name)) return (stored as number[]).map(String);
  return stored;
}

/** Typed as texts, sent as numbers. */
export const LISTS_OF_NUMBERS = new Set([
  "success_return_codes",
  "info_return_codes",
  "warning_return_codes",
  "expected_status",
]);
