/** What is known of the computer of a check now: out of metrics, services and the newest result. */
import type { Schema } from "../api/client";
import { type Check, type CheckPoint, resultOf } from "./types";
import type { CheckValues } from "./values";
import type { Reading } from "./verdict";

type AgentMetrics = Schema<"AgentMetrics">;
type Metric = AgentMetrics["series"][number]["name"];

/** Usage is judged by the mean of so many samples, one a minute. */
const SAMPLES = 15;

export interface Known {
  /** What the agent measured lately. */
  metrics?: AgentMetrics | undefined;
  /** The services of the agent. */
  services?: Schema<"Service">[] | undefined;
  /** The check as it is stored, with its newest result, and its form as it was opened. */
  stored?: { check: Check; values: CheckValues } | undefined;
  /** Its history, the newest first. */
  points?: CheckPoint[] | undefined;
}

/** Null where nothing is known: a guess would be worse than none. */
export function readingOf(values: CheckValues, known: Known): Reading | null {
  switch (values.check_type) {
    case "cpuload":
      return usageOf(known.metrics, "cpu");
    case "memory":
      return usageOf(known.metrics, "memory");
    case "diskspace":
      return diskOf(known.metrics, values.disk);
    case "winsvc":
      return serviceOf(known.services, values.svc_name);
    case "script":
      return codeOf(values, known.stored);
    case "ping":
    case "http":
    case "port":
      return latencyOf(values, known);
    default:
      return null;
  }
}

const series = (metrics: AgentMetrics | undefined, name: Metric) =>
  metrics?.series.filter((one) => one.name === name) ?? [];

const valuesKnown = (values: (number | null)[]) => values.filter((value) => value !== null);

function usageOf(metrics: AgentMetrics | undefined, name: Metric): Reading | null {
  const samples = valuesKnown(series(metrics, name)[0]?.mean ?? []).slice(-SAMPLES);
  if (samples.length === 0) return null;
  const sum = samples.reduce((total, value) => total + value, 0);
  return { kind: "usage", percent: sum / samples.length };
}

function diskOf(metrics: AgentMetrics | undefined, disk: string): Reading | null {
  const wanted = mountOf(disk);
  const used = series(metrics, "disk_used");
  if (used.length === 0 || wanted === "") return null;
  const newest = (name: Metric) => {
    const found = series(metrics, name).find(({ label }) => mountOf(label) === wanted);
    return found && valuesKnown(found.mean).at(-1);
  };
  const percent = newest("disk_used");
  if (percent === undefined) {
    return used.some(({ label }) => mountOf(label) === wanted) ? null : { kind: "nodisk" };
  }
  return { kind: "disk", freePercent: 100 - percent, freeBytes: newest("disk_free") ?? null };
}

/** `c:\` is `C:`, `/var/` is `/var`. */
function mountOf(disk: string): string {
  const text = disk.trim();
  if (/^[a-z]:[\\/]?$/i.test(text)) return text.slice(0, 2).toUpperCase();
  return text.length > 1 ? text.replace(/\/+$/, "") : text;
}

function serviceOf(services: Known["services"], name: string): Reading | null {
  const wanted = name.trim().toLowerCase();
  if (!services || wanted === "") return null;
  // A unit may be named with what kind of unit it is.
  const names = [wanted, `${wanted}.service`, wanted.replace(/\.service$/, "")];
  const found = services.find((service) => names.includes(service.name.toLowerCase()));
  return { kind: "service", state: found?.status ?? "missing" };
}

/** A code says something only about the script and the arguments that returned it. */
function codeOf(values: CheckValues, stored: Known["stored"]): Reading | null {
  const code = stored && resultOf(stored.check)?.retcode;
  if (!stored || typeof code !== "number") return null;
  const isSame = sameIn(values, stored.values, ["script", "script_args", "env_vars"]);
  return isSame ? { kind: "code", code } : null;
}

/** A check that fails may do so for another reason than its latency. */
function latencyOf(values: CheckValues, { stored, points }: Known): Reading | null {
  const result = stored && resultOf(stored.check);
  const newest = points?.[0];
  const ms = values.check_type === "ping" ? newest?.results.latency_ms : newest?.y;
  if (!stored || result?.status !== "passing" || typeof ms !== "number") return null;
  const isSame = sameIn(values, stored.values, [
    ...(["url", "expected_status", "contains_text", "certificate_days"] as const),
    ...(["ip", "host", "port"] as const),
  ]);
  return isSame ? { kind: "latency", ms } : null;
}

function sameIn(left: CheckValues, right: CheckValues, names: (keyof CheckValues)[]): boolean {
  return names.every((name) => JSON.stringify(left[name]) === JSON.stringify(right[name]));
}
