/**
 * What a check would say of a value, by the settings in its form: the rules by
 * which the server judges results, as far as one value decides.
 */
import type { Severity } from "./types";
import type { Amount, CheckValues } from "./values";

/** What is known of the computer now. */
export type Reading =
  | { kind: "usage"; percent: number }
  | { kind: "disk"; freePercent: number; freeBytes: number | null }
  | { kind: "nodisk" }
  | { kind: "service"; state: string }
  | { kind: "code"; code: number }
  | { kind: "latency"; ms: number };

/** What else decides, besides the value. */
export type Proviso = "minutes" | "forecast" | "restart";

export interface Verdict {
  state: "passing" | Severity;
  provisos: Proviso[];
}

/** `isFailing`: the check fails at present, so that its recovery counts. Null where it is not known. */
export function verdictOf(
  values: CheckValues,
  reading: Reading | null,
  isFailing = false,
): Verdict | null {
  switch (reading?.kind) {
    case "usage":
      return usageVerdict(values, reading.percent, isFailing);
    case "nodisk":
      return of("error");
    case "disk":
      return diskVerdict(values, reading, isFailing);
    case "service":
      return serviceVerdict(values, reading.state);
    case "code":
      return of(codeState(values, reading.code));
    case "latency":
      return latencyVerdict(values, reading.ms);
    default:
      return null;
  }
}

const of = (state: Verdict["state"], ...provisos: Proviso[]): Verdict => ({ state, provisos });

/** A number that is used; 0 and nothing are not. */
function limit(amount: Amount): number | null {
  const number = amount === "" ? 0 : Number(amount);
  return number > 0 ? number : null;
}

/** A number that may be 0; nothing is none. */
const optional = (amount: Amount) => (amount === "" ? null : Number(amount));

function worst(warning: boolean, error: boolean): Severity | null {
  if (error) return "error";
  return warning ? "warning" : null;
}

/** A threshold is crossed; or it was, and the value for recovery is not reached yet. */
function settled(
  values: CheckValues,
  crossed: Severity | null,
  recovering: Severity | null,
  isFailing: boolean,
): Verdict {
  if (crossed) return of(crossed, ...(limit(values.for_minutes) && !isFailing ? WAITING : []));
  return of((isFailing && recovering) || "passing");
}

const WAITING: Proviso[] = ["minutes"];

function usageVerdict(values: CheckValues, used: number, isFailing: boolean): Verdict | null {
  const [warning, error] = [limit(values.warning_threshold), limit(values.error_threshold)];
  if (warning === null && error === null) return null;
  const above = (threshold: number | null) => threshold !== null && used > threshold;
  const recovery = optional(values.recovery_threshold);
  const recovering = recovery !== null && used > recovery;
  const mildest = warning === null ? "error" : "warning";
  return settled(
    values,
    worst(above(warning), above(error)),
    recovering ? mildest : null,
    isFailing,
  );
}

type DiskReading = Extract<Reading, { kind: "disk" }>;

function diskVerdict(values: CheckValues, disk: DiskReading, isFailing: boolean): Verdict | null {
  const warning = crossedSpace(values.warning_threshold, values.warning_free_gb, disk);
  const error = crossedSpace(values.error_threshold, values.error_free_gb, disk);
  const forecast = limit(values.full_within_days) !== null;
  if (warning === "unknown" || error === "unknown") return null;
  if (warning === "unused" && error === "unused" && !forecast) return null;
  const recovery = optional(values.recovery_threshold);
  const recovering = recovery !== null && disk.freePercent < recovery;
  const mildest = warning !== "unused" ? "warning" : error !== "unused" ? "error" : null;
  const crossed = worst(warning === "crossed", error === "crossed");
  const verdict = settled(values, crossed, recovering ? mildest : null, isFailing);
  return forecast && verdict.state === "passing" ? of("passing", "forecast") : verdict;
}

/** With both forms of a threshold, both must be crossed: a tenth of a large disk is plenty. */
function crossedSpace(
  percent: Amount,
  gigabytes: Amount,
  disk: DiskReading,
): "unused" | "unknown" | "crossed" | "kept" {
  const [inPercent, inBytes] = [limit(percent), optional(gigabytes)];
  if (inPercent === null && inBytes === null) return "unused";
  if (inPercent !== null && disk.freePercent >= inPercent) return "kept";
  if (inBytes === null) return "crossed";
  if (disk.freeBytes === null) return "unknown";
  return disk.freeBytes / 1e9 < inBytes ? "crossed" : "kept";
}

function serviceVerdict(values: CheckValues, state: string): Verdict {
  const isGood =
    state === "running" ||
    (state === "starting" && values.pass_if_start_pending) ||
    (state === "missing" && values.pass_if_svc_not_exist);
  if (isGood) return of("passing");
  const mayHelp = values.restart_if_stopped && state !== "missing";
  return of(values.alert_severity, ...(mayHelp ? RESTARTING : []));
}

const RESTARTING: Proviso[] = ["restart"];

/** Info list, then warning list, then success list; any other but 0 is an error. */
export function codeState(
  values: Pick<CheckValues, "info_return_codes" | "warning_return_codes" | "success_return_codes">,
  code: number,
): Verdict["state"] {
  const isIn = (codes: string[]) => codes.some((one) => Number(one) === code);
  if (isIn(values.info_return_codes)) return "info";
  if (isIn(values.warning_return_codes)) return "warning";
  return code === 0 || isIn(values.success_return_codes) ? "passing" : "error";
}

function latencyVerdict(values: CheckValues, ms: number): Verdict {
  const above = (amount: Amount) => {
    const threshold = optional(amount);
    return threshold !== null && ms > threshold;
  };
  return of(worst(above(values.warning_latency_ms), above(values.error_latency_ms)) ?? "passing");
}
