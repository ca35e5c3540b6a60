/** An edited task as the API takes it. */
import { maskOf } from "./masks";
import type { TaskBody } from "./queries";
import {
  type Action,
  type ActionValues,
  clockOf,
  followsCalendar,
  recurs,
  type TaskValues,
} from "./values";
import { instantOf } from "./zones";

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
    const chosen = values.shell === "default" ? "" : values.shell;
    const shell = chosen === "custom" ? values.custom_shell : chosen;
    return { type: "cmd", command: values.command, shell, ...common };
  }
  // Without a script the field is left out: the server then says that it is required.
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
