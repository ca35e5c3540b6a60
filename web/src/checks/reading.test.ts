import { expect, test } from "vitest";
import type { Schema } from "../api/client";
import { type Known, readingOf } from "./reading";
import { nowText, verdictText } from "./sentence";
import type { Check } from "./types";
import { type CheckValues, newValues } from "./values";
import { verdictOf } from "./verdict";

type Series = Schema<"MetricSeries">;

const series = (name: Series["name"], label: string, mean: Series["mean"]): Series => ({
  name,
  label,
  unit: "percent",
  mean,
  min: mean,
  max: mean,
});

const metrics = (...all: Series[]): Schema<"AgentMetrics"> => ({
  from: "2026-11-18T00:00:00Z",
  to: "2026-11-18T01:00:00Z",
  bucket_seconds: 60,
  times: all[0]?.mean.map((_, place) => place * 60) ?? [],
  series: all,
});

/** Without the spaces that keep number and unit together. */
const plain = (text: string) => text.replaceAll("\u00a0", " ");

const say = (values: CheckValues, known: Known, isFailing = false) => {
  const reading = readingOf(values, known);
  return plain(verdictText(values, reading, verdictOf(values, reading, isFailing)));
};

test("usage is the mean of the last 15 samples that are known", () => {
  const samples = [...Array(10).fill(100), ...Array(14).fill(70), null, 85, null];
  const known = { metrics: metrics(series("memory", "", samples)) };
  expect(readingOf(newValues("memory"), known)).toEqual({ kind: "usage", percent: 71 });
  expect(say(newValues("memory"), known)).toBe("Now 71 % used, would be: passing");
});

test("without samples nothing is claimed", () => {
  const known = { metrics: metrics(series("cpu", "", [null, null])) };
  expect(say(newValues("cpuload"), known)).toBe("Current value: not known yet");
  expect(say(newValues("cpuload"), {})).toBe("Current value: not known yet");
  expect(say(newValues("eventlog"), {})).toBe("Current value: not known yet");
});

test("a disk is found by its letter or mount point, however that is written", () => {
  const known = {
    metrics: metrics(
      series("disk_used", "C:", [60, 81.5]),
      series("disk_used", "/var", [10, null]),
      series("disk_free", "C:", [1e11, 1.185e11]),
    ),
  };
  const of = (disk: string) => readingOf({ ...newValues("diskspace"), disk }, known);
  expect(of("c:\\")).toEqual({ kind: "disk", freePercent: 18.5, freeBytes: 1.185e11 });
  expect(of("/var/")).toEqual({ kind: "disk", freePercent: 90, freeBytes: null });
  expect(of("/srv")).toEqual({ kind: "nodisk" });
  expect(of(" ")).toBeNull();
  expect(say({ ...newValues("diskspace"), disk: "C:", for_minutes: 1 }, known)).toBe(
    "Now 18.5 % (119 GB) free, would be: failing (warning) after 1 minute",
  );
});

test("while disks are not known, no disk is missing", () => {
  expect(readingOf(newValues("diskspace"), { metrics: metrics() })).toBeNull();
});

test("a service is found with or without the kind of its unit", () => {
  const services = [
    { name: "nginx.service", status: "running" },
    { name: "Spooler", status: "stopped" },
  ] as Schema<"Service">[];
  const of = (svc_name: string) => readingOf({ ...newValues("winsvc"), svc_name }, { services });
  expect(["nginx", "spooler", "cron"].map(of)).toEqual([
    { kind: "service", state: "running" },
    { kind: "service", state: "stopped" },
    { kind: "service", state: "missing" },
  ]);
  expect([of(""), readingOf(newValues("winsvc"), {})]).toEqual([null, null]);
});

const checkWith = (result: object) => ({ check_result: { id: 1, ...result } }) as unknown as Check;

test("a return code is of one script and its arguments", () => {
  const values = { ...newValues("script"), script: "3", warning_return_codes: ["2"] };
  const stored = { check: checkWith({ retcode: 2 }), values };
  expect(say(values, { stored })).toBe("The last run returned 2, would be: failing (warning)");
  expect(say({ ...values, warning_return_codes: [] }, { stored })).toBe(
    "The last run returned 2, would be: failing (error)",
  );
  expect(readingOf({ ...values, script_args: ["-x"] }, { stored })).toBeNull();
});

test("a latency counts only while the same page passes", () => {
  const values = { ...newValues("http"), url: "https://a.test/", warning_latency_ms: 100 };
  const results = { status: "passing", latency_ms: 250 };
  const points = [{ x: "2026-11-18T00:59:00Z", y: 140, results }];
  const passing = { stored: { check: checkWith({ status: "passing" }), values }, points };
  const failing = { stored: { check: checkWith({ status: "failing" }), values }, points };
  expect(say(values, passing)).toBe("Now 140 ms, would be: failing (warning)");
  expect(readingOf(values, failing)).toBeNull();
  expect(readingOf({ ...values, url: "https://b.test/" }, passing)).toBeNull();
  // The history of echoes says whether they came back; how long they took is beside it.
  const ping = { ...newValues("ping"), ip: "10.0.0.1" };
  const echoed = { stored: { check: checkWith({ status: "passing" }), values: ping }, points };
  expect(readingOf(ping, echoed)).toEqual({ kind: "latency", ms: 250 });
  expect(readingOf({ ...ping, ip: "10.0.0.2" }, echoed)).toBeNull();
});

test("a form that says too little still shows the value", () => {
  const values = { ...newValues("memory"), warning_threshold: "", error_threshold: "" };
  const known = { metrics: metrics(series("memory", "", [50])) };
  expect(say(values, known)).toBe("Now 50 % used");
  expect(plain(nowText({ kind: "nodisk" }))).toBe("Now there is no such disk");
});
