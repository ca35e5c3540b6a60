/** What is wrong in the fleet, counted; and whether that is all there is to know. */
import type { AgentRow } from "../agents/fleetRows";
import { updateStatusOf, urgencyOf } from "../updates/status";

/** How many are wrong; nothing as long as it is not known. */
export type Found = number | null;

export type Verdict = "wrong" | "fine" | "unknown";

/** Fine only if everything is known: what cannot be read is no good news. */
export function verdictOf(found: readonly Found[]): Verdict {
  if (found.some((count) => count !== null && count > 0)) return "wrong";
  return found.every((count) => count === 0) ? "fine" : "unknown";
}

/** Agents that are overdue; those that went away last come first. */
export function overdueOf(rows: readonly AgentRow[]): AgentRow[] {
  return rows
    .filter(({ status }) => status === "overdue")
    .toSorted((left, right) => seen(right) - seen(left));
}

const seen = ({ last_seen }: AgentRow) => (last_seen ? Date.parse(last_seen) : 0);

/** Agents with failing checks; those with the most errors come first. */
export function failingOf(rows: readonly AgentRow[]): AgentRow[] {
  return rows
    .filter(({ checks }) => checks.has_failing_checks)
    .toSorted(
      ({ checks: left }, { checks: right }) =>
        right.failing - left.failing || right.warning - left.warning || right.info - left.info,
    );
}

/** How many agents have failing checks; nothing where no agent has checks: nobody knows. */
export function failingFound(rows: readonly AgentRow[]): Found {
  return rows.some(({ checks }) => checks.total > 0) ? failingOf(rows).length : null;
}

/** How many agents miss updates; nothing where none is known to and not all were scanned. */
export function missingFound(rows: readonly AgentRow[], now = Date.now()): Found {
  const missing = missingOf(rows, now).length;
  return missing === 0 && notScanned(rows, now) > 0 ? null : missing;
}

/** Agents without a scan that says something about today. */
export const notScanned = (rows: readonly AgentRow[], now = Date.now()) =>
  rows.filter((agent) => updateStatusOf(agent, now) === "unknown").length;

/** Agents whose last scan found updates that nobody approved; the most urgent come first. */
export function missingOf(rows: readonly AgentRow[], now = Date.now()): AgentRow[] {
  return rows
    .filter((agent) => updateStatusOf(agent, now) === "missing")
    .toSorted((left, right) => urgencyOf(right) - urgencyOf(left));
}
