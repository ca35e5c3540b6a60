/**
 * A task while it is edited. Fields have the API's names, so that what the
 * server says of one is shown at its input.
 */
import type { Schema } from "../api/client";
import { chosenOf, everyOf } from "./masks";
import { periodOf } from "./period";
import type { Task } from "./queries";
import { digitsAt, isZone } from "./zones";

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
  task_supported_platforms: Task["task_supported_platforms"];
  alert_severity: Task["alert_severity"];
  email_alert: boolean;
  text_alert: boolean;
  dashboard_alert: boolean;
  task_type: Task["task_type"];
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

export const PLATFORMS: Task["task_supported_platforms"] = ["windows", "linux", "darwin"];

export const SHELLS = [
  { value: "bash", label: "Bash" },
  { value: "sh", label: "sh" },
  { value: "powershell", label: "PowerShell" },
  { value: "cmd", label: "Command prompt" },
  { value: "python", label: "Python" },
];

/** Types whose runs follow the calendar. */
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
    task_repetition_interval: periodOf(task.task_repetition_interval),
    task_repetition_duration: periodOf(task.task_repetition_duration),
    random_task_delay: periodOf(task.random_task_delay),
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
export function clockOf(zone: Zone): string {
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
  const { shell = "" } = action;
  const known = SHELLS.some(({ value }) => value === shell);
  return {
    ...common,
    command: action.command,
    shell: shell === "" ? "default" : known ? shell : "custom",
    custom_shell: known ? "" : shell,
  };
}
