/** What the address says about the list of alerts, as the API asks for it; and back. */
import type { QueryOf } from "../api/client";
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";
import type { Severity } from "./state";

export type AlertsQuery = QueryOf<"/alerts/">;

/** The words of the address that narrow the list. */
export const ALERT_FILTERS = [
  "search",
  "show",
  "severity",
  "client",
  "type",
  "agent",
  "days",
] as const;

/** What is left out unless somebody asks for it: the list shows what has to be done. */
export const ALSO = ["snoozed", "resolved"] as const;
export type Also = (typeof ALSO)[number];

/** Suppressed alerts are a list of their own: nobody has to do anything about them. */
export type Shown = "open" | "all" | "suppressed" | Also;

/** What the address asks for; unknown words count as not said. */
export function shownOf({ show }: Filters): Shown {
  const known: Shown[] = ["all", "suppressed", ...ALSO];
  return known.find((one) => one === show) ?? "open";
}

/** What is shown besides open alerts. */
export function alsoOf(shown: Shown): Also[] {
  if (shown === "all") return [...ALSO];
  return ALSO.filter((one) => one === shown);
}

/** The same as one choice. */
export function shownWith(also: readonly string[]): Shown {
  const chosen = ALSO.filter((one) => also.includes(one));
  return chosen.length === ALSO.length ? "all" : (chosen[0] ?? "open");
}

/** The word of the address for it; none for open alerts alone. */
export const showWord = (shown: Shown) => (shown === "open" ? undefined : shown);

/** A list in one word: `error,warning`. */
export const listOf = (word: string | undefined) => (word ?? "").split(",").filter(Boolean);
export const wordOf = (list: readonly string[]) => (list.length > 0 ? list.join(",") : undefined);

/** The filters of the page; on the page of an agent, that agent whatever the address says. */
export function narrowing(filters: Filters, agentId?: string): AlertsQuery {
  const severities = listOf(filters.severity).map((word) => asWord<Severity>(word));
  const clients = listOf(filters.client).map(Number).filter(Number.isInteger);
  const agent = agentId ?? filters.agent;
  return {
    ...(filters.search && { search: filters.search }),
    ...(severities.length > 0 && { severityFilter: severities }),
    ...(clients.length > 0 && { clientFilter: clients }),
    ...(filters.type && { type: asWord(filters.type) }),
    ...(agent && { agent }),
    ...(filters.days && { timeFilter: Number(filters.days) }),
    ...stateFilter(shownOf(filters)),
    ...ordering(filters.sort),
  };
}

/** What the server calls the columns that it sorts by. */
const SORTABLE: Record<string, string> = {
  since: "alert_time",
  agent: "hostname",
  location: "client",
  message: "message",
};

/** Newest first unless the address says otherwise. */
function ordering(sort: string | undefined): AlertsQuery {
  const column = SORTABLE[sort?.replace(/^-/, "") ?? ""];
  if (!column) return {};
  return { ordering: sort?.startsWith("-") ? `-${column}` : column };
}

function stateFilter(shown: Shown): AlertsQuery {
  if (shown === "suppressed") return { suppressed: true };
  const also = alsoOf(shown);
  return {
    ...(!also.includes("resolved") && { resolvedFilter: false }),
    ...(!also.includes("snoozed") && { snoozedFilter: false }),
  };
}
