import { expect, test } from "vitest";
import { everyOf } from "./masks";
import { duration, sentence } from "./sentence";
import { newValues, type TaskValues } from "./values";

const START = "2026-01-31T14:30";

function say(changes: Partial<TaskValues>): string {
  const values = { ...newValues(0), run_time_date: START, run_time_zone: "utc" };
  return sentence({ ...values, ...changes });
}

test("every type says its days and its time, as the server does", () => {
  expect(say({ task_type: "daily" })).toBe("Every day at 14:30 UTC");
  expect(say({ task_type: "daily", daily_interval: 2 })).toBe("Every 2 days at 14:30 UTC");
  expect(say({ task_type: "weekly", run_time_bit_weekdays: ["0", "5", "1"] })).toBe(
    "Every Monday, Friday and Sunday at 14:30 UTC",
  );
  expect(say({ task_type: "monthly", monthly_days_of_month: ["31", "14", "0"] })).toBe(
    "On day 1, 15 and the last day of every month at 14:30 UTC",
  );
  expect(
    say({
      task_type: "monthlydow",
      monthly_weeks_of_month: ["4", "0"],
      run_time_bit_weekdays: ["5"],
      monthly_months_of_year: ["6", "0"],
    }),
  ).toBe("On the first and last Friday of January and July at 14:30 UTC");
  expect(say({ task_type: "runonce" })).toBe("Once on 2026-01-31 at 14:30 UTC");
});

test("types without a clock say what starts them", () => {
  const types = ["manual", "checkfailure", "onboarding"] as const;
  expect(types.map((task_type) => say({ task_type }))).toEqual([
    "Manual only",
    "When its check fails",
    "Once, when an agent first receives it",
  ]);
});

test("the time says whose clock shows it", () => {
  expect(say({ run_time_zone: "agent" })).toBe("Every day at 14:30 (the agent's time)");
  expect(say({ run_time_zone: "named", zone_name: "Europe/Berlin" })).toBe(
    "Every day at 14:30 (Europe/Berlin)",
  );
});

test("intervals, repetition, delay and end follow", () => {
  expect(
    say({
      task_type: "weekly",
      weekly_interval: 2,
      run_time_bit_weekdays: everyOf(7),
      task_repetition_interval: "15m",
      task_repetition_duration: "2h",
      random_task_delay: "90s",
      expire_date: "2026-12-31T00:00",
    }),
  ).toBe(
    "Every day at 14:30 UTC, every 2 weeks, repeated every 15 minutes for 2 hours, " +
      "with a random delay of up to 90 seconds, until 2026-12-31 at 00:00 UTC",
  );
});

test("what is not chosen yet is said, too", () => {
  expect(say({ task_type: "monthly", monthly_days_of_month: [] })).toContain("no day");
  expect(say({ task_type: "runonce", run_time_date: "" })).toBe("Once, without a date");
});

test("durations use the largest unit that fits", () => {
  expect(["90m", "120m", "1d", "24h", "61s"].map(duration)).toEqual([
    "90 minutes",
    "2 hours",
    "1 day",
    "1 day",
    "61 seconds",
  ]);
});
