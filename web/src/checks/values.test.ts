import { expect, test } from "vitest";
import { bodyOf, changesOf, FIELDS } from "./body";
import type { Check } from "./types";
import { newValues, TYPES, valuesOf } from "./values";

const stored = (more: Partial<Check>): Check =>
  ({
    id: 7,
    name: "",
    email_alert: false,
    text_alert: false,
    dashboard_alert: true,
    fails_b4_alert: 3,
    run_interval: 0,
    supported_platforms: ["linux"],
    readable_desc: "",
    overridden_by_policy: false,
    assignedtasks: [],
    check_result: {},
    ...more,
  }) as Check;

test("a new check sends the fields of its type and no others", () => {
  for (const type of TYPES) {
    const body = bodyOf({ ...newValues(type), script: "4", port: 22 });
    const own = Object.keys(body).filter((name) => (FIELDS[type] as string[]).includes(name));
    expect([type, own.toSorted()]).toEqual([type, (FIELDS[type] as string[]).toSorted()]);
    expect(body.check_type).toBe(type);
    const others = TYPES.flatMap((other) => FIELDS[other] as string[]).filter(
      (name) => !(FIELDS[type] as string[]).includes(name),
    );
    expect(Object.keys(body).filter((name) => others.includes(name))).toEqual([]);
  }
});

test("a new check of a disk names the disk of its platform", () => {
  expect(["windows", "linux", undefined].map((plat) => newValues("diskspace", plat).disk)).toEqual([
    "C:",
    "/",
    "/",
  ]);
});

test("numbers that are not used are 0 or null, as the API has them", () => {
  const values = { ...newValues("diskspace"), warning_threshold: "", error_threshold: 5 };
  expect(bodyOf(values)).toEqual({
    check_type: "diskspace",
    name: "",
    email_alert: false,
    text_alert: false,
    dashboard_alert: true,
    fails_b4_alert: 1,
    run_interval: 0,
    supported_platforms: [],
    disk: "/",
    warning_threshold: 0,
    error_threshold: 5,
    recovery_threshold: null,
    for_minutes: 0,
    warning_free_gb: null,
    error_free_gb: null,
    full_within_days: null,
  });
});

test("what is stored is shown and comes back unchanged", () => {
  const checks = [
    stored({
      check_type: "diskspace",
      disk: "/var",
      warning_threshold: 20,
      error_threshold: 0,
      warning_free_gb: 50,
      error_free_gb: null,
      full_within_days: 3,
      recovery_threshold: 25,
      for_minutes: 10,
    }),
    stored({
      check_type: "eventlog",
      log_name: "System",
      event_id: 41,
      event_id_is_wildcard: false,
      event_type: "ERROR",
      event_source: "Kernel",
      event_message: "",
      fail_when: "not_contains",
      search_last_days: 0,
      number_of_events_b4_alert: 2,
      alert_severity: "error",
    }),
    stored({
      check_type: "script",
      script: 12,
      script_args: ["--all"],
      env_vars: ["A=b"],
      timeout: 30,
      run_as_user: true,
      success_return_codes: [98],
      info_return_codes: [],
      warning_return_codes: [2, 3],
    }),
  ];
  for (const check of checks) {
    const values = valuesOf(check);
    expect(bodyOf(values)).toMatchObject(
      Object.fromEntries(
        FIELDS[check.check_type].map((name) => [name, check[name as keyof Check]]),
      ),
    );
    expect(changesOf(values, valuesOf(check))).toEqual({});
  }
});

test("keys of other types that the server answers as null are as in a new check", () => {
  const values = valuesOf(
    stored({ check_type: "ping", ip: "10.0.0.1", timeout: null, svc_name: null, event_id: null }),
  );
  expect([values.timeout, values.svc_name, values.event_id]).toEqual(["", "", ""]);
});

test("only what was changed is sent", () => {
  const before = valuesOf(stored({ check_type: "cpuload", warning_threshold: 80 }));
  const after = { ...before, warning_threshold: 70, for_minutes: 5 };
  expect(changesOf(before, after)).toEqual({ warning_threshold: 70, for_minutes: 5 });
});

test("any event has no number, and a code that is none is left for the server to refuse", () => {
  const log = { ...newValues("eventlog"), event_id: 41, event_id_is_wildcard: true };
  expect(bodyOf(log).event_id).toBeNull();
  const script = { ...newValues("script"), warning_return_codes: ["2", " 3 ", "two"] };
  const body = bodyOf(script);
  expect([body.warning_return_codes, body.script]).toEqual([[2, 3, "two"], undefined]);
});
