/** Which agents the table shows, and what an event changes in them. */
import type { InfiniteData } from "@tanstack/react-query";
import type { ListPage, Schema } from "../api/client";
import type { LiveEvent } from "../live/connection";
import type { Filters } from "../ui/useFilter";

export type AgentRow = Schema<"AgentItem">;
export type Pages = InfiniteData<ListPage<AgentRow>, unknown>;

export interface FleetFilter {
  client?: number;
  site?: number;
  monitoring_type?: string;
  plat?: string;
  status?: string;
  search?: string;
}

/** What of the address narrows the fleet. */
export function fleetFilter(filters: Filters): FleetFilter {
  const filter: FleetFilter = {};
  if (filters.client) filter.client = Number(filters.client);
  if (filters.site) filter.site = Number(filters.site);
  if (filters.type) filter.monitoring_type = filters.type;
  if (filters.plat) filter.plat = filters.plat;
  if (filters.status) filter.status = filters.status;
  if (filters.search) filter.search = filters.search;
  return filter;
}

/** Whether the event may add, remove or move rows under this filter. */
export function changesList(event: LiveEvent, filter: FleetFilter): boolean {
  if (event.type === "agent.status")
    return filter.status !== undefined || /is:/.test(filter.search ?? "");
  return event.type !== "agent.updated";
}

/** The pages with the changed keys of each event; pages without a change stay the same object. */
export function withEvents(data: Pages | undefined, events: LiveEvent[]): Pages | undefined {
  if (!data) return data;
  const changes = new Map<string, Partial<AgentRow>>();
  for (const { data: changed } of events) {
    const id = String(changed.agent_id);
    changes.set(id, { ...changes.get(id), ...(changed as Partial<AgentRow>) });
  }
  const pages = data.pages.map((one) => {
    if (!one.results.some((row) => changes.has(row.agent_id))) return one;
    return {
      ...one,
      results: one.results.map((row) => ({ ...row, ...changes.get(row.agent_id) })),
    };
  });
  return { ...data, pages };
}

/** The rows of all pages, each agent once: pages overlap, and agents move while they are read. */
export function rowsOf(data: Pages | undefined): AgentRow[] {
  const rows = new Map<string, AgentRow>();
  for (const page of data?.pages ?? []) {
    for (const row of page.results) rows.set(row.agent_id, row);
  }
  return [...rows.values()];
}
