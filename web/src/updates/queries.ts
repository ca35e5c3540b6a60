/** What the pages read about updates, of one agent and of the whole fleet. */
import { queryOptions } from "@tanstack/react-query";
import type { AgentRow } from "../agents/fleetRows";
import { allRows } from "../api/allRows";
import { answer, api, page, type QueryOf, type Schema } from "../api/client";
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";
import type { Decision } from "./choices";

export type FleetUpdate = Schema<"FleetUpdate">;
export type AgentUpdate = Schema<"WinUpdate">;

export const PER_PAGE = 100;

const pageOf = (filters: Filters) => ({
  page: Number(filters.page ?? 1),
  page_size: PER_PAGE,
  ...(filters.sort && { ordering: filters.sort }),
  ...(filters.site && { site: Number(filters.site) }),
});

/** The words of the address that narrow the updates. */
export const UPDATE_FILTERS = ["search", "severity", "show", "site"] as const;

const narrowing = (filters: Filters): QueryOf<"/winupdate/"> => ({
  ...(filters.search && { search: filters.search }),
  ...(filters.severity && { severity: asWord(filters.severity) }),
  ...(filters.show !== "all" && { installed: filters.show === "installed" }),
});

/** All of them that match. */
export const allUpdates = (filters: Filters): Promise<FleetUpdate[]> =>
  allRows(
    (update) => update.guid,
    (request) => {
      const query = { ...pageOf(filters), ...narrowing(filters), ...request };
      return page(api.GET("/winupdate/", { params: { query } }));
    },
  );

/** One row for each update, with the agents counted. */
export const fleetUpdatesQuery = (filters: Filters) => {
  const query = { ...pageOf(filters), ...narrowing(filters) };
  return queryOptions({
    queryKey: ["updates", "fleet", query],
    queryFn: () => page(api.GET("/winupdate/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** Which agents the list by agent shows. */
const SHOWN: Record<string, string> = {
  missing: "-is:updatesunknown -is:updatescurrent -is:updatesreboot",
  approved: "is:patchespending",
  unknown: "is:updatesunknown",
  all: "",
};

const agentsFilter = (filters: Filters) => {
  const shown = SHOWN[filters.show ?? "missing"] ?? "";
  const search = `${shown} ${filters.search ?? ""}`.trim();
  return { ...pageOf(filters), ...(search && { search }) };
};

/** All agents that match, for a file. */
export const allAgentsWithUpdates = (filters: Filters): Promise<AgentRow[]> =>
  allRows(
    (agent) => agent.agent_id,
    (request) =>
      page(api.GET("/agents/", { params: { query: { ...agentsFilter(filters), ...request } } })),
  );

/** Agents, narrowed by their update status. */
export const agentsWithUpdatesQuery = (filters: Filters) => {
  const query = agentsFilter(filters);
  return queryOptions({
    queryKey: ["agents", "withUpdates", query],
    queryFn: () => page(api.GET("/agents/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** How many agents have no known update status. */
export const unknownQuery = queryOptions({
  queryKey: ["agents", "withUpdates", "unknown"],
  queryFn: async () => {
    const query = { search: "is:updatesunknown", page_size: 1 };
    return (await page(api.GET("/agents/", { params: { query } }))).count;
  },
});

/** The agents that an update is for. */
export const updateAgentsQuery = (guid: string, site: string | undefined) => {
  const query = { guid, ...(site && { site: Number(site) }) };
  return queryOptions({
    queryKey: ["updates", "behind", query],
    queryFn: () => answer(api.GET("/winupdate/agents/", { params: { query } })),
  });
};

/** The same decision about updates on all agents that have them, or on those of a site. */
export function decide(guids: string[], action: Decision, site: string | undefined) {
  const body = { guids, action, ...(site && { site: Number(site) }) };
  return answer(api.POST("/winupdate/bulk/", { body }));
}

/** A decision about updates of single agents. */
export function decideRows(ids: number[], action: Decision) {
  return answer(api.POST("/winupdate/bulk/", { body: { ids, action } }));
}

export const updatesQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["updates", agentId],
    queryFn: () =>
      answer(api.GET("/winupdate/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

/** A few, because the newest may still be waiting or running. */
const NEWEST = 5;

export const scansQuery = (agent: string) => {
  const query = { agent, type: "patch_scan" as const, page: 1, page_size: NEWEST };
  return queryOptions({
    queryKey: ["runs", "scans", agent],
    queryFn: async () => (await page(api.GET("/runs/", { params: { query } }))).results,
  });
};
