/** A patch policy as its form holds it and as the API has it. */
import type { Schema } from "../api/client";
import { patch as words } from "./messages";

export type PatchRules = Schema<"PatchRules">;

export const SEVERITIES = ["critical", "important", "moderate", "low", "other"] as const;

/** As the server has it, with weekdays as choices. */
export type PatchValues = Omit<PatchRules, "run_time_days"> & { run_time_days: string[] };

/** No settings: everything is inherited. */
const NOTHING: PatchRules = {
  critical: "inherit",
  important: "inherit",
  moderate: "inherit",
  low: "inherit",
  other: "inherit",
  run_time_frequency: "inherit",
  run_time_hour: 3,
  run_time_days: [],
  run_time_day: 1,
  reboot_after_install: "inherit",
  reprocess_failed_inherit: true,
  reprocess_failed: false,
  reprocess_failed_times: 5,
  email_if_fail: false,
};

export function patchValues(stored: PatchRules | undefined): PatchValues {
  const rules = { ...NOTHING, ...stored };
  return {
    critical: rules.critical,
    important: rules.important,
    moderate: rules.moderate,
    low: rules.low,
    other: rules.other,
    run_time_frequency: rules.run_time_frequency,
    run_time_hour: rules.run_time_hour,
    run_time_days: rules.run_time_days.map(String),
    run_time_day: rules.run_time_day,
    reboot_after_install: rules.reboot_after_install,
    reprocess_failed_inherit: rules.reprocess_failed_inherit,
    reprocess_failed: rules.reprocess_failed,
    reprocess_failed_times: rules.reprocess_failed_times,
    email_if_fail: rules.email_if_fail,
  };
}

export function patchBody(values: PatchValues): PatchRules {
  const days = values.run_time_days.map(Number).toSorted((left, right) => left - right);
  return { ...values, run_time_days: days };
}

/** A value in force, as a person reads it. */
export function patchText(field: string, value: unknown): string {
  if (value === null || value === undefined) return words.never;
  if (Array.isArray(value)) {
    return value.map((day) => words.shortDayNames[Number(day)] ?? String(day)).join(", ");
  }
  if (typeof value === "boolean") return value ? words.yes : words.no;
  if (field === "run_time_hour") return `${String(value).padStart(2, "0")}:00`;
  const names = {
    run_time_frequency: words.frequencies,
    reboot_after_install: words.reboots,
  }[field];
  return (names ?? words.decisions)[String(value)] ?? String(value);
}

/** The fields worth a line: those of a schedule only if there is one, and of its kind. */
export function shownFields(inForce: Record<string, { value: unknown }>): string[] {
  const frequency = inForce.run_time_frequency?.value ?? null;
  const hidden = new Set([
    ...(frequency === null ? ["run_time_hour"] : []),
    ...(frequency === "daily" ? [] : ["run_time_days"]),
    ...(frequency === "monthly" ? [] : ["run_time_day"]),
    ...(inForce.reprocess_failed?.value === true ? [] : ["reprocess_failed_times"]),
  ]);
  return Object.keys(words.fields).filter((field) => field in inForce && !hidden.has(field));
}
