/** Whether the last scan for updates failed, and why, out of the runs of an agent. */
import type { Run } from "../runs/queries";
import { plainText } from "../terminal/terminal";

export interface ScanFailure {
  time: string;
  reason: string;
}

type Scan = Pick<Run, "status" | "time" | "finished" | "problem" | "results">;

/** Of these, newest first, unless a scan was stored after it. */
export function scanFailure(
  scans: Scan[],
  scannedAt: string | null | undefined,
): ScanFailure | null {
  const last = scans.find(({ status }) => ["passed", "failed", "timed_out"].includes(status));
  if (!last || last.status === "passed") return null;
  const time = last.finished ?? last.time;
  if (scannedAt && Date.parse(scannedAt) > Date.parse(time)) return null;
  return { time, reason: last.problem || lastLine(last.results) };
}

/** Programs report errors at the end of their output. */
function lastLine(output: string): string {
  const lines = plainText(output).split("\n");
  return lines.findLast((line) => line.trim() !== "")?.trim() ?? "";
}
