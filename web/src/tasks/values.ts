/**
 * A task while it is edited, and as the API has it. Fields have the API's
 * names, so that what the server says of one stands at its input.
 */
import type { Schema } from "../api/client";
import { chosenOf, everyOf, maskOf } from "./masks";
import type { Task, TaskBody } from "./queries";
import { digitsAt, instantOf, isZone } from "./zones";

export type Action = Schema<"Action">;

export interface ActionValues {
  /** Keeps an action's inputs together while it moves; the server never sees it. */
  key: string;
  type: "script" | "cmd";
  name: string;
  script: string | null;
  script_args: string[];
  env_vars: string[];
  command: string;
  /** A known shell, or `custom` for the path beside it. */
  shell: string;
  custom_shell: string;
  timeout: number | string;
  run_as_user: boolean;
}

export interface TaskValues {
  name: string;
  enabled: boolean;
  actions: ActionValues[];
  continue_on_error: boolean;
  custom_field: string | null;
  collector_all_output: boolean;
  task_supported_platforms: string[];
  alert_severity: string;
  email_alert: boolean;
  text_alert: boolean;
  dashboard_alert: boolean;
  task_type: string;
  assigned_check: number | string;
  /** Digits of the clock that `run_time_zone` names. */
  run_time_date: string;
  /** `utc`, `agent` or `named`: the zone of `zone_name`. */
  run_time_zone: string;
  zone_name: string;
  daily_interval: number | string;
  weekly_interval: number | string;
  run_time_bit_weekdays: string[];
  monthly_months_of_year: string[];
  monthly_days_of_month: string[];
  monthly_weeks_of_month: string[];
  task_repetition_interval: string;
  task_repetition_duration: string;
  random_task_delay: string;
  stop_task_at_duration_end: boolean;
  run_asap_after_missed: boolean;
  task_instance_policy: string;
  /** Digits, as `run_time_date`. */
  expire_date: string;
  remove_if_not_scheduled: boolean;
}

export const PLATFORMS = ["windows", "linux", "darwin"];

export const SHELLS = [
  { value: "bash", label: "Bash" },
  { value: "sh", label: "sh" },
  { value: "powershell", label: "PowerShell" },
  { value: "cmd", label: "Command prompt" },
  { value: "python", label: "Python" },
];

/** Types whose runs the calendar gives. */
const CALENDAR = new Set(["runonce", "daily", "weekly", "monthly", "monthlydow"]);
export const followsCalendar = (type: string) => CALENDAR.has(type);

/** Types that come again, and so have a day within which they can be repeated. */
export const recurs = (type: string) => followsCalendar(type) && type !== "runonce";

let actionsMade = 0;

export function newAction(type: ActionValues["type"]): ActionValues {
  actionsMade += 1;
  return {
    key: `action-${actionsMade}`,
    type,
    name: "",
    script: null,
    script_args: [],
    env_vars: [],
    command: "",
    shell: "bash",
    custom_shell: "",
    timeout: type === "cmd" ? 90 : "",
    run_as_user: false,
  };
}

/** A new task: at three in the morning that comes next, in the agent's own time. */
export function newValues(now: number): TaskValues {
  return {
    name: "",
    enabled: true,
    actions: [newAction("script")],
    continue_on_error: true,
    custom_field: null,
    collector_all_output: false,
    task_supported_platforms: PLATFORMS,
    alert_severity: "info",
    email_alert: false,
    text_alert: false,
    dashboard_alert: false,
    task_type: "daily",
    assigned_check: "",
    run_time_date: `${digitsAt(now + 86_400_000, "UTC").slice(0, 10)}T03:00`,
    run_time_zone: "agent",
    zone_name: Intl.DateTimeFormat().resolvedOptions().timeZone,
    daily_interval: 1,
    weekly_interval: 1,
    run_time_bit_weekdays: ["1", "2", "3", "4", "5"],
    monthly_months_of_year: everyOf(12),
    monthly_days_of_month: ["0"],
    monthly_weeks_of_month: ["0"],
    task_repetition_interval: "",
    task_repetition_duration: "",
    random_task_delay: "",
    stop_task_at_duration_end: false,
    run_asap_after_missed: false,
    task_instance_policy: "1",
    expire_date: "",
    remove_if_not_scheduled: false,
  };
}

/** What the form shows of a task. What its type does not use begins as in a new one. */
export function valuesOf(task: Task, now: number): TaskValues {
  const fresh = newValues(now);
  const zone = zoneOf(task.run_time_zone);
  const clock = (time: string | null | undefined) => (time ? digitsAt(time, clockOf(zone)) : "");
  const chosen = (mask: number | null | undefined, otherwise: string[]) =>
    mask ? chosenOf(mask) : otherwise;
  const platforms = task.task_supported_platforms;
  return {
    name: task.name,
    enabled: task.enabled,
    actions: task.actions.map(actionValues),
    continue_on_error: task.continue_on_error,
    custom_field: task.custom_field ? String(task.custom_field) : null,
    collector_all_output: task.collector_all_output,
    task_supported_platforms: platforms.length === 0 ? PLATFORMS : platforms,
    alert_severity: task.alert_severity,
    email_alert: task.email_alert,
    text_alert: task.text_alert,
    dashboard_alert: task.dashboard_alert,
    task_type: task.task_type,
    assigned_check: task.assigned_check ?? "",
    run_time_date: clock(task.run_time_date) || fresh.run_time_date,
    run_time_zone: zone.run_time_zone,
    zone_name: zone.zone_name || fresh.zone_name,
    daily_interval: task.daily_interval || 1,
    weekly_interval: task.weekly_interval || 1,
    run_time_bit_weekdays: chosen(task.run_time_bit_weekdays, fresh.run_time_bit_weekdays),
    monthly_months_of_year: chosen(task.monthly_months_of_year, fresh.monthly_months_of_year),
    monthly_days_of_month: chosen(task.monthly_days_of_month, fresh.monthly_days_of_month),
    monthly_weeks_of_month: chosen(task.monthly_weeks_of_month, fresh.monthly_weeks_of_month),
    task_repetition_interval: task.task_repetition_interval ?? "",
    task_repetition_duration: task.task_repetition_duration ?? "",
    random_task_delay: task.random_task_delay ?? "",
    stop_task_at_duration_end: task.stop_task_at_duration_end,
    run_asap_after_missed: task.run_asap_after_missed,
    task_instance_policy: String(task.task_instance_policy),
    expire_date: clock(task.expire_date),
    remove_if_not_scheduled: task.remove_if_not_scheduled,
  };
}

type Zone = Pick<TaskValues, "run_time_zone" | "zone_name">;

function zoneOf(name: string): Zone {
  if (name === "utc" || name === "agent") return { run_time_zone: name, zone_name: "" };
  return { run_time_zone: "named", zone_name: name };
}

/** The zone whose digits the server stores: an agent's own are written as if they were UTC. */
function clockOf(zone: Zone): string {
  return zone.run_time_zone === "named" && isZone(zone.zone_name) ? zone.zone_name : "UTC";
}

function actionValues(action: Action): ActionValues {
  const common = {
    ...newAction(action.type),
    name: action.name ?? "",
    timeout: action.timeout ?? "",
    run_as_user: action.run_as_user ?? false,
  };
  if (action.type === "script") {
    return {
      ...common,
      script: String(action.script),
      script_args: action.script_args ?? [],
      env_vars: action.env_vars ?? [],
    };
  }
  const known = SHELLS.some(({ value }) => value === action.shell);
  return {
    ...common,
    command: action.command,
    shell: known ? action.shell : "custom",
    custom_shell: known ? "" : action.shell,
  };
}

/** The whole task as the API takes it. */
export function bodyOf(values: TaskValues): TaskBody {
  return {
    name: values.name,
    enabled: values.enabled,
    actions: values.actions.map(actionBody),
    continue_on_error: values.continue_on_error,
    custom_field: values.custom_field ? Number(values.custom_field) : null,
    collector_all_output: values.custom_field !== null && values.collector_all_output,
    task_supported_platforms: values.task_supported_platforms,
    alert_severity: values.alert_severity,
    email_alert: values.email_alert,
    text_alert: values.text_alert,
    dashboard_alert: values.dashboard_alert,
    ...timingOf(values),
  };
}

/** Only when it runs; what its type does not use is null. */
export function timingOf(values: TaskValues): TaskBody {
  const type = values.task_type;
  const calendar = followsCalendar(type);
  const instant = (digits: string) => (digits ? instantOf(digits, clockOf(values)) : null);
  const repeats = recurs(type) && values.task_repetition_interval !== "";
  const isMonthly = type === "monthly" || type === "monthlydow";
  const hasWeekdays = type === "weekly" || type === "monthlydow";
  const expire = calendar ? instant(values.expire_date) : null;
  return {
    task_type: type,
    assigned_check: type === "checkfailure" ? numberOf(values.assigned_check) : null,
    run_time_date: calendar ? instant(values.run_time_date) : null,
    run_time_zone: values.run_time_zone === "named" ? values.zone_name : values.run_time_zone,
    daily_interval: type === "daily" ? numberOf(values.daily_interval) : null,
    weekly_interval: type === "weekly" ? numberOf(values.weekly_interval) : null,
    run_time_bit_weekdays: hasWeekdays ? maskOf(values.run_time_bit_weekdays) : null,
    monthly_months_of_year: isMonthly ? maskOf(values.monthly_months_of_year) : null,
    monthly_days_of_month: type === "monthly" ? maskOf(values.monthly_days_of_month) : null,
    monthly_weeks_of_month: type === "monthlydow" ? maskOf(values.monthly_weeks_of_month) : null,
    task_repetition_interval: repeats ? values.task_repetition_interval : null,
    task_repetition_duration: repeats ? values.task_repetition_duration || null : null,
    random_task_delay: calendar ? values.random_task_delay || null : null,
    stop_task_at_duration_end: repeats && values.stop_task_at_duration_end,
    run_asap_after_missed: calendar && values.run_asap_after_missed,
    task_instance_policy: Number(values.task_instance_policy),
    expire_date: expire,
    remove_if_not_scheduled: expire !== null && values.remove_if_not_scheduled,
  };
}

function numberOf(value: number | string): number | null {
  return value === "" ? null : Number(value);
}

function actionBody(values: ActionValues): Action {
  const common = {
    ...(values.name && { name: values.name }),
    ...(values.timeout !== "" && { timeout: Number(values.timeout) }),
    run_as_user: values.run_as_user,
  };
  if (values.type === "cmd") {
    const shell = values.shell === "custom" ? values.custom_shell : values.shell;
    return { type: "cmd", command: values.command, shell, ...common };
  }
  // Without a script the field stays away: the server says then that it is needed.
  const script = values.script ? { script: Number(values.script) } : {};
  const { script_args, env_vars } = values;
  return { type: "script", ...script, script_args, env_vars, ...common } as Action;
}

/** What differs: the only thing to send of a task that is there already. */
export function changesOf(before: TaskValues, after: TaskValues): TaskBody {
  const stored = bodyOf(before) as Record<string, unknown>;
  const changed = Object.entries(bodyOf(after)).filter(
    ([name, value]) => JSON.stringify(stored[name]) !== JSON.stringify(value),
  );
  return Object.fromEntries(changed);
}
