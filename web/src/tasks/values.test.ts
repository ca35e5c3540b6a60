import { expect, test } from "vitest";
import { bodyOf, changesOf, timingOf } from "./body";
import type { Task } from "./queries";
import { newAction, newValues, valuesOf } from "./values";

const NOW = Date.parse("2026-03-01T12:00:00Z");

/** A task as the server answers with it. */
const STORED = {
  id: 7,
  agent: null,
  agent_id: null,
  hostname: null,
  policy: 3,
  policy_name: "Servers",
  name: "Clean up",
  enabled: true,
  actions: [
    {
      type: "script",
      name: "Clear temp",
      script: 12,
      timeout: 120,
      script_args: ["--days", "30"],
      env_vars: ["MODE=full"],
      run_as_user: false,
    },
    {
      type: "cmd",
      name: "",
      command: "sync",
      shell: "/usr/bin/zsh",
      timeout: 30,
      run_as_user: true,
    },
  ],
  assigned_check: null,
  custom_field: 5,
  collector_all_output: true,
  continue_on_error: false,
  alert_severity: "warning",
  email_alert: true,
  text_alert: false,
  dashboard_alert: true,
  task_supported_platforms: ["linux"],
  task_type: "weekly",
  run_time_date: "2026-03-02T02:00:00Z",
  run_time_zone: "Europe/Berlin",
  daily_interval: null,
  weekly_interval: 2,
  run_time_bit_weekdays: 0b10_0010,
  monthly_months_of_year: null,
  monthly_days_of_month: null,
  monthly_weeks_of_month: null,
  task_repetition_interval: "15m",
  task_repetition_duration: "2h",
  random_task_delay: "10m",
  stop_task_at_duration_end: true,
  run_asap_after_missed: true,
  task_instance_policy: 2,
  expire_date: "2026-12-31T23:00:00Z",
  remove_if_not_scheduled: true,
  win_task_name: "muster-7",
  schedule: "",
  check_name: "",
  next_run: null,
  task_result: {},
  created_by: "olivia",
  created_time: "2026-01-01T00:00:00Z",
  modified_by: "olivia",
  modified_time: "2026-01-01T00:00:00Z",
} as Task;

test("a task that is opened and saved unchanged sends what is stored", () => {
  const body = bodyOf(valuesOf(STORED, NOW)) as Record<string, unknown>;
  for (const [name, value] of Object.entries(body)) {
    const stored = (STORED as unknown as Record<string, unknown>)[name];
    // A name nobody gave is left out.
    expect(value, name).toEqual(
      name === "actions" ? [STORED.actions[0], without(STORED.actions[1], "name")] : stored,
    );
  }
});

function without(action: object | undefined, name: string): object {
  return Object.fromEntries(Object.entries(action ?? {}).filter(([key]) => key !== name));
}

test("times are shown by the task's own clock", () => {
  expect(valuesOf(STORED, NOW)).toMatchObject({
    run_time_date: "2026-03-02T03:00",
    run_time_zone: "named",
    zone_name: "Europe/Berlin",
    expire_date: "2027-01-01T00:00",
  });
  const agents = { ...STORED, run_time_zone: "agent" };
  expect(valuesOf(agents, NOW).run_time_date).toBe("2026-03-02T02:00");
});

test("an edit sends only what it changes", () => {
  const before = valuesOf(STORED, NOW);
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, name: "Tidy up", task_instance_policy: "0" })).toEqual({
    name: "Tidy up",
    task_instance_policy: 0,
  });
});

test("another type clears what only the former one used", () => {
  const before = valuesOf(STORED, NOW);
  expect(changesOf(before, { ...before, task_type: "manual" })).toEqual({
    task_type: "manual",
    run_time_date: null,
    weekly_interval: null,
    run_time_bit_weekdays: null,
    task_repetition_interval: null,
    task_repetition_duration: null,
    random_task_delay: null,
    stop_task_at_duration_end: false,
    run_asap_after_missed: false,
    expire_date: null,
    remove_if_not_scheduled: false,
  });
});

test("a new task begins tomorrow at three, in the agent's own time", () => {
  expect(timingOf(newValues(NOW))).toEqual({
    task_type: "daily",
    assigned_check: null,
    run_time_date: "2026-03-02T03:00:00Z",
    run_time_zone: "agent",
    daily_interval: 1,
    weekly_interval: null,
    run_time_bit_weekdays: null,
    monthly_months_of_year: null,
    monthly_days_of_month: null,
    monthly_weeks_of_month: null,
    task_repetition_interval: null,
    task_repetition_duration: null,
    random_task_delay: null,
    stop_task_at_duration_end: false,
    run_asap_after_missed: false,
    task_instance_policy: 1,
    expire_date: null,
    remove_if_not_scheduled: false,
  });
});

test("what was left open stays away from the body, so that the server names it", () => {
  const values = { ...newValues(NOW), actions: [newAction("script"), newAction("cmd")] };
  expect(bodyOf(values).actions).toEqual([
    { type: "script", script_args: [], env_vars: [], run_as_user: false },
    { type: "cmd", command: "", shell: "bash", timeout: 90, run_as_user: false },
  ]);
  const open = { ...values, run_time_date: "", daily_interval: "" };
  expect(timingOf(open)).toMatchObject({ run_time_date: null, daily_interval: null });
});
