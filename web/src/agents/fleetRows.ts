/** Which agents the table shows, and what an event changes in them. */
import type { InfiniteData } from "@tanstack/react-query";
import type { ListPage, QueryOf, Schema } from "../api/client";
import { asWord } from "../api/word";
import type { AgentUpdated, EventOn } from "../live/events.gen";
import type { Filters } from "../ui/useFilter";

export type AgentRow = Schema<"AgentItem">;
export type AgentEvent = EventOn<"agents">;
export type Pages = InfiniteData<ListPage<AgentRow>, unknown>;

export type FleetFilter = Pick<
  QueryOf<"/agents/">,
  "client" | "site" | "monitoring_type" | "plat" | "status" | "search"
>;

/** The words of the address that narrow the fleet. */
export const FILTERS = ["client", "site", "type", "plat", "status", "search"] as const;

/** What of the address narrows the fleet. */
export function fleetFilter(filters: Filters): FleetFilter {
  const filter: FleetFilter = {};
  if (filters.client) filter.client = Number(filters.client);
  if (filters.site) filter.site = Number(filters.site);
  if (filters.type && filters.type !== "all") filter.monitoring_type = asWord(filters.type);
  if (filters.plat) filter.plat = asWord(filters.plat);
  if (filters.status) filter.status = asWord(filters.status);
  if (filters.search) filter.search = filters.search;
  return filter;
}

/** Objects that an event has in the form of a row. */
const WHOLE = new Set(["updates", "checks"]);

/** The counts in an event about a check, as a change of its agent; nothing when it has none. */
export function checksChange(event: unknown): AgentEvent | null {
  const { data, ...frame } = event as { data?: { agent_id?: string; counts?: CountsOf } };
  const checks = data?.counts?.agent;
  if (typeof data?.agent_id !== "string" || typeof checks?.total !== "number") return null;
  const changed = { checks } as AgentUpdated["changed"];
  const { agent_id } = data;
  return {
    ...frame,
    topic: "agents",
    type: "agent.updated",
    data: { agent_id, changed },
  } as AgentEvent;
}

interface CountsOf {
  agent?: Schema<"CheckCounts">;
}

/** The new values in an event; `null` when it does not have all of them in the form of a row. */
function changedValues(event: AgentEvent): Partial<AgentRow> | null {
  if (event.type === "agent.status") {
    const { status, connected } = event.data;
    // Only an agent that connects is reported as connected; a lost connection was reported before.
    return { status, ...(connected !== undefined && { connected }) };
  }
  if (event.type !== "agent.updated") return null;
  const changed = event.data.changed ?? {};
  const isPlain = Object.entries(changed).every(
    ([key, value]) => WHOLE.has(key) || value === null || typeof value !== "object",
  );
  if (!isPlain) return null;
  // An agent whose connection ended was seen until then; the event has no other time.
  return changed.connected === false ? { ...changed, last_seen: event.time } : changed;
}

/** The agents whose row, or whose match with this filter, an event leaves open. */
export function unsettled(events: AgentEvent[], filter: FleetFilter): string[] {
  const byState = filter.status !== undefined || /is:/.test(filter.search ?? "");
  const byField = filter.search !== undefined || filter.monitoring_type !== undefined;
  const open = events.filter((event) => {
    if (event.type === "agent.removed") return false;
    const changed = changedValues(event);
    if (!changed) return true;
    if (event.type === "agent.status") return byState;
    return byField && Object.keys(changed).length > 0;
  });
  return [...new Set(open.map(({ data }) => data.agent_id))];
}

/** The pages with the changed keys of each event; pages without a change stay the same object. */
export function withEvents(data: Pages | undefined, events: AgentEvent[]): Pages | undefined {
  const changes = new Map<string, Partial<AgentRow>>();
  const removed = new Set<string>();
  for (const event of events) {
    const id = event.data.agent_id;
    if (event.type === "agent.removed") removed.add(id);
    else changes.set(id, { ...changes.get(id), ...changedValues(event) });
  }
  const present = withoutAgents(data, removed);
  return mapPages(present, (rows) => {
    if (!rows.some((row) => changes.has(row.agent_id))) return rows;
    return rows.map((row) => {
      const changed = changes.get(row.agent_id);
      return changed ? { ...row, ...changed } : row;
    });
  });
}

/** With the agent updated; a new one comes first, where it is seen. */
export function withAgent(data: Pages | undefined, agent: AgentRow): Pages | undefined {
  const isIt = (row: AgentRow) => row.agent_id === agent.agent_id;
  if (data?.pages.some((one) => one.results.some(isIt))) {
    return mapPages(data, (rows) =>
      rows.some(isIt) ? rows.map((row) => (isIt(row) ? agent : row)) : rows,
    );
  }
  const added = mapPages(data, (rows, page) => (page === 0 ? [agent, ...rows] : rows));
  return recounted(added, 1);
}

export function withoutAgents(data: Pages | undefined, gone: Set<string>): Pages | undefined {
  const known = rowsOf(data).filter((row) => gone.has(row.agent_id)).length;
  if (known === 0) return data;
  const kept = mapPages(data, (rows) => rows.filter((row) => !gone.has(row.agent_id)));
  return recounted(kept, -known);
}

function mapPages(
  data: Pages | undefined,
  change: (rows: AgentRow[], page: number) => AgentRow[],
): Pages | undefined {
  if (!data) return data;
  const pages = data.pages.map((one, page) => {
    const results = change(one.results, page);
    return results === one.results ? one : { ...one, results };
  });
  return { ...data, pages };
}

function recounted(data: Pages | undefined, by: number): Pages | undefined {
  if (!data) return data;
  return { ...data, pages: data.pages.map((one) => ({ ...one, count: one.count + by })) };
}

/** The rows of all pages, each agent once: pages overlap, and agents move while they are read. */
export function rowsOf(data: Pages | undefined): AgentRow[] {
  const rows = new Map<string, AgentRow>();
  for (const page of data?.pages ?? []) {
    for (const row of page.results) rows.set(row.agent_id, row);
  }
  return [...rows.values()];
}
