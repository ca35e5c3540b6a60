import { expect, test } from "vitest";
import {
  bodyOf,
  changesOf,
  inputName,
  type MaintenanceWindow,
  newValues,
  problemsOf,
  valuesOf,
} from "./values";

const stored = {
  id: 3,
  name: "Patch night",
  reason: "updates",
  start: "2026-11-10T22:00:00",
  time_zone: "Europe/Berlin",
  minutes: 1440 + 90,
  rrule: "FREQ=MONTHLY;BYDAY=2TU",
  enabled: true,
  target_type: "site",
  target: 6,
  target_name: "Lumen · Office",
  is_open: false,
} as MaintenanceWindow;

test("a stored window fills the form and is sent back as it was", () => {
  const values = valuesOf(stored);
  expect(values).toMatchObject({ start: "2026-11-10T22:00", days: 1, hours: 1, minutes: 30 });
  expect(values.repeat).toMatchObject({ mode: "monthlyWeekday", nth: "2", nthDay: "TU" });
  expect(bodyOf(values)).toEqual({
    name: "Patch night",
    reason: "updates",
    enabled: true,
    target_type: "site",
    target: 6,
    start: "2026-11-10T22:00",
    time_zone: "Europe/Berlin",
    minutes: 1530,
    rrule: "FREQ=MONTHLY;BYDAY=2TU",
  });
});

test("an agent is named by its identifier, and once has no rule", () => {
  const target = { type: "agent" as const, id: "abc" };
  const values = newValues({ zone: "UTC", start: "2026-11-10T22:00", target });
  expect(bodyOf({ ...values, name: " Work " })).toMatchObject({
    name: "Work",
    target_type: "agent",
    target: "abc",
    minutes: 120,
    rrule: null,
  });
});

test("of a change only what is different is sent, type and key of a target together", () => {
  const before = valuesOf(stored);
  expect(changesOf(before, before)).toEqual({});
  expect(changesOf(before, { ...before, target: "7" })).toEqual({ target_type: "site", target: 7 });
  const once = { ...before, repeat: { ...before.repeat, mode: "none" as const } };
  expect(changesOf(before, once)).toEqual({ rrule: null });
});

test("what is missing is named at its input", () => {
  const values = newValues({ zone: "UTC", start: "" });
  const weekly = { ...values.repeat, mode: "weekly" as const, days: [], ends: "until" as const };
  expect(Object.keys(problemsOf({ ...values, hours: "", repeat: weekly }))).toEqual([
    "name",
    "target",
    "start",
    "length",
    "repeat.days",
    "repeat.until",
  ]);
  const raw = { ...values.repeat, mode: "raw" as const };
  expect(problemsOf({ ...values, repeat: raw })).toHaveProperty(["repeat.raw"]);
  expect(problemsOf(valuesOf(stored))).toEqual({});
});

test("what the server names is shown at the input that has it", () => {
  const values = valuesOf(stored);
  const raw = { ...values, repeat: { ...values.repeat, mode: "raw" as const } };
  expect(["name", "minutes", "rrule"].map((field) => inputName(field, values))).toEqual([
    "name",
    "length",
    "repeat.mode",
  ]);
  expect(inputName("rrule", raw)).toBe("repeat.raw");
});
