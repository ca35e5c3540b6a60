import { expect, test } from "vitest";
import type { Schema } from "../api/client";
import { patchBody, patchText, patchValues, shownFields } from "./patch";

test("what nobody has said is inherited", () => {
  expect(patchValues(undefined)).toMatchObject({
    critical: "inherit",
    run_time_frequency: "inherit",
    reboot_after_install: "inherit",
    reprocess_failed_inherit: true,
  });
});

test("stored rules come back as they were, with their weekdays in order", () => {
  const stored: Schema<"PatchRules"> = {
    critical: "approve",
    important: "approve",
    moderate: "manual",
    low: "ignore",
    other: "inherit",
    run_time_frequency: "daily",
    run_time_hour: 2,
    run_time_days: [0, 5],
    run_time_day: 1,
    reboot_after_install: "required",
    reprocess_failed_inherit: false,
    reprocess_failed: true,
    reprocess_failed_times: 3,
    email_if_fail: true,
  };
  expect(patchBody(patchValues(stored))).toEqual(stored);
  const chosen = { ...patchValues(stored), run_time_days: ["6", "2", "0"] };
  expect(patchBody(chosen).run_time_days).toEqual([0, 2, 6]);
});

test("values in force are written out", () => {
  expect([
    patchText("critical", "approve"),
    patchText("run_time_frequency", null),
    patchText("run_time_frequency", "monthly"),
    patchText("run_time_hour", 3),
    patchText("run_time_days", [0, 6]),
    patchText("reboot_after_install", "required"),
    patchText("email_if_fail", false),
    patchText("run_time_day", 15),
  ]).toEqual(["Approve", "Manual only", "Monthly", "03:00", "Mon, Sun", "When needed", "No", "15"]);
});

test("a schedule shows only what its kind uses", () => {
  const inForce = (frequency: string | null, again: boolean) => ({
    critical: { value: "manual" },
    run_time_frequency: { value: frequency },
    run_time_hour: { value: 3 },
    run_time_days: { value: [] },
    run_time_day: { value: 1 },
    reprocess_failed: { value: again },
    reprocess_failed_times: { value: 5 },
  });
  expect(shownFields(inForce(null, false))).toEqual([
    "critical",
    "run_time_frequency",
    "reprocess_failed",
  ]);
  expect(shownFields(inForce("monthly", true))).toEqual([
    "critical",
    "run_time_frequency",
    "run_time_hour",
    "run_time_day",
    "reprocess_failed",
    "reprocess_failed_times",
  ]);
});
