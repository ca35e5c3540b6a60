import { expect, test } from "vitest";
import { type CheckValues, newValues } from "./values";
import { codeState, type Reading, verdictOf } from "./verdict";

const GB = 1e9;

const state = (
  values: Partial<CheckValues> & Pick<CheckValues, "check_type">,
  reading: Reading | null,
  isFailing = false,
) => {
  const verdict = verdictOf({ ...newValues(values.check_type), ...values }, reading, isFailing);
  return verdict && [verdict.state, ...verdict.provisos].join(" ");
};

const used = (percent: number): Reading => ({ kind: "usage", percent });
const free = (freePercent: number, freeBytes: number | null = null): Reading => ({
  kind: "disk",
  freePercent,
  freeBytes,
});

test("usage fails above a threshold, not at it", () => {
  const values = { check_type: "cpuload", warning_threshold: 80, error_threshold: 90 } as const;
  const states = [71, 80, 80.1, 90, 95].map((percent) => state(values, used(percent)));
  expect(states).toEqual(["passing", "passing", "warning", "warning", "error"]);
});

test("without a threshold nothing is said", () => {
  const values = { check_type: "memory", warning_threshold: "", error_threshold: "" } as const;
  expect(state(values, used(99))).toBeNull();
  expect(state({ check_type: "memory" }, null)).toBeNull();
});

test("a failing check passes at its recovery, and has the mildest severity until then", () => {
  const values = {
    check_type: "memory",
    warning_threshold: 80,
    error_threshold: 90,
    recovery_threshold: 70,
  } as const;
  expect([75, 70, 95].map((percent) => state(values, used(percent), true))).toEqual([
    "warning",
    "passing",
    "error",
  ]);
  expect(state({ ...values, warning_threshold: "" }, used(75), true)).toBe("error");
  expect(state(values, used(75), false)).toBe("passing");
});

test("a threshold that has to be crossed for some minutes says so, unless it fails already", () => {
  const values = { check_type: "cpuload", for_minutes: 10 } as const;
  expect([state(values, used(99)), state(values, used(99), true), state(values, used(1))]).toEqual([
    "error minutes",
    "error",
    "passing",
  ]);
});

test("a disk fails below a threshold; with gigabytes beside percent both must be crossed", () => {
  const percent = { check_type: "diskspace", warning_threshold: 20, error_threshold: 10 } as const;
  expect([30, 20, 19.9, 9].map((value) => state(percent, free(value)))).toEqual([
    "passing",
    "passing",
    "warning",
    "error",
  ]);
  const both = { ...percent, warning_free_gb: 100, error_free_gb: 20 } as const;
  // A large disk with a tenth free, and a small one.
  expect(state(both, free(9, 900 * GB))).toBe("passing");
  expect(state(both, free(9, 60 * GB))).toBe("warning");
  expect(state(both, free(9, 10 * GB))).toBe("error");
});

test("gigabytes alone need no percent, and unknown ones say nothing", () => {
  const values = {
    check_type: "diskspace",
    warning_threshold: "",
    error_threshold: "",
    error_free_gb: 5,
  } as const;
  expect(state(values, free(50, 4 * GB))).toBe("error");
  expect(state(values, free(50, 6 * GB))).toBe("passing");
  expect(state(values, free(50))).toBeNull();
});

test("a disk that is not there is an error, and a forecast is not foretold", () => {
  expect(state({ check_type: "diskspace" }, { kind: "nodisk" })).toBe("error");
  const values = { check_type: "diskspace", full_within_days: 3 } as const;
  expect(state(values, free(50))).toBe("passing forecast");
  expect(state(values, free(5))).toBe("error");
});

test("a service has to run, with the exceptions of the form", () => {
  const of = (more: Partial<CheckValues>, now: string) =>
    state(
      { check_type: "winsvc", alert_severity: "error", ...more },
      { kind: "service", state: now },
    );
  expect(["running", "stopped", "starting", "missing"].map((now) => of({}, now))).toEqual([
    "passing",
    "error",
    "error",
    "error",
  ]);
  expect(of({ pass_if_start_pending: true }, "starting")).toBe("passing");
  expect(of({ pass_if_svc_not_exist: true }, "missing")).toBe("passing");
  expect(of({ restart_if_stopped: true }, "stopped")).toBe("error restart");
  expect(of({ restart_if_stopped: true }, "missing")).toBe("error");
});

test("return codes go through the lists in their order, a timeout like any other", () => {
  const lists = {
    info_return_codes: ["1"],
    warning_return_codes: ["1", "2", "98"],
    success_return_codes: ["2", "3"],
  };
  expect([0, 1, 2, 3, 4, 98].map((code) => codeState(lists, code))).toEqual([
    "passing",
    "info",
    "warning",
    "passing",
    "error",
    "warning",
  ]);
  const zeroWarns = { ...lists, warning_return_codes: ["0"] };
  expect(codeState(zeroWarns, 0)).toBe("warning");
});

test("an answer may be too slow", () => {
  const values = { check_type: "http", warning_latency_ms: 200, error_latency_ms: 500 } as const;
  const of = (ms: number) => state(values, { kind: "latency", ms });
  expect([200, 201, 900].map(of)).toEqual(["passing", "warning", "error"]);
  expect(state({ check_type: "port" }, { kind: "latency", ms: 900 })).toBe("passing");
});
