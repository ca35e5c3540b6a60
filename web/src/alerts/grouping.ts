/** Open alerts counted: by severity, and by client with the worst first. */
import { SEVERITIES, type Severity, worstOf } from "./state";

/** As much of an alert as counting needs. */
export interface Countable {
  severity: Severity;
  client?: string | null;
  client_id?: number | null;
}

export type SeverityCounts = Record<Severity, number>;

export function bySeverity(alerts: readonly Pick<Countable, "severity">[]): SeverityCounts {
  const counts: SeverityCounts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of alerts) counts[severity] += 1;
  return counts;
}

export interface ClientAlerts {
  /** Key and name; nothing for alerts that are about no client. */
  id: number | null;
  client: string | null;
  total: number;
  counts: SeverityCounts;
  worst: Severity;
}

/** The client with the most errors first, then with the most warnings; those about no client last. */
export function byClient(alerts: readonly Countable[]): ClientAlerts[] {
  const groups = new Map<number | null, Countable[]>();
  for (const alert of alerts) {
    const id = alert.client_id ?? null;
    const group = groups.get(id);
    if (group) group.push(alert);
    else groups.set(id, [alert]);
  }
  return [...groups].map(([id, own]) => groupOf(id, own)).toSorted(worstFirst);
}

function groupOf(id: number | null, own: Countable[]): ClientAlerts {
  const worst = worstOf(own.map(({ severity }) => severity)) ?? "info";
  const client = own[0]?.client ?? null;
  return { id, client, total: own.length, counts: bySeverity(own), worst };
}

function worstFirst(left: ClientAlerts, right: ClientAlerts): number {
  if ((left.id === null) !== (right.id === null)) return left.id === null ? 1 : -1;
  for (const severity of SEVERITIES) {
    const more = right.counts[severity] - left.counts[severity];
    if (more !== 0) return more;
  }
  return (left.client ?? "").localeCompare(right.client ?? "");
}
