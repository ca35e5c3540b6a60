/** What the pages read about agents. */
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";
import type { FleetFilter } from "./fleetRows";

export type Agent = Schema<"Agent">;
export type RemovedAgent = Schema<"RemovedAgent">;

/** What a row of the table and the agent's page both know. */
export type SomeAgent = Pick<Agent, "agent_id" | "hostname" | "status" | "maintenance_mode">;

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["agents", "one", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

/** Agents that can still be restored. */
export const removedQuery = queryOptions({
  queryKey: ["agents", "removed"],
  queryFn: () => answer(api.GET("/agents/removed/")),
});

/** The first few agents that match the words: for pickers. */
export const findAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ["agents", "find", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });

/** How many the palette requests: enough to put matching names first. */
const LOOKED_UP = 30;

/** The same with all their fields, to show why each was found: for the palette. */
export const lookUpAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ["agents", "lookUp", search],
    queryFn: () => {
      const query = { page_size: LOOKED_UP, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });

/** Agents send what they measured this often, in milliseconds. */
const MEASURED_EVERY = 300_000;

/** The newest value of a metric on every agent. */
export const fleetMetricQuery = (name: Schema<"MetricSeries">["name"]) =>
  queryOptions({
    queryKey: ["agents", "metric", name],
    queryFn: ({ signal }) =>
      answer(api.GET("/metrics/fleet/", { params: { query: { name } }, signal })),
    staleTime: 60_000,
    refetchInterval: MEASURED_EVERY,
  });

interface PageRequest {
  page: number;
  size: number;
  ordering?: string;
}

/** A screenful first, so that there is something to see at once; then everything in large pages. */
const SCREENFUL = 100;
const LARGE = 1000;

/** What the server can sort by. Other orders are applied here, once the rows are read. */
const SORTABLE = new Set([
  "hostname",
  "client_name",
  "site_name",
  "last_seen",
  "boot_time",
  "operating_system",
  "version",
  "total_ram",
]);

/** `order` only decides which agents come first; all of them are read in the end. */
export const fleetQuery = (filter: FleetFilter, order = "") =>
  infiniteQueryOptions({
    queryKey: ["agents", "fleet", filter],
    queryFn: ({ pageParam: { size, ...request }, signal }) => {
      const query = { ...filter, ...request, page_size: size };
      return page(api.GET("/agents/", { params: { query }, signal }));
    },
    initialPageParam: firstPage(order),
    getNextPageParam: (last, all, { page: number }): PageRequest | undefined => {
      if (!last.next) return undefined;
      // The first large page begins with the screenful again; `rowsOf` keeps each row once.
      return { page: all.length === 1 ? 1 : number + 1, size: LARGE };
    },
    placeholderData: (before) => before,
    staleTime: 30_000,
  });

function firstPage(order: string): PageRequest {
  const request = { page: 1, size: SCREENFUL };
  return SORTABLE.has(order.replace(/^-/, "")) ? { ...request, ordering: order } : request;
}

/** One agent as it is now, if this filter finds it. */
export async function readAgent(filter: FleetFilter, agent_id: string) {
  const query = { ...filter, agent_id, page: 1, page_size: 1 };
  const found = await page(api.GET("/agents/", { params: { query } }));
  return found.results[0];
}
