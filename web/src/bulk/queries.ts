/** What the pages read about bulk actions. */
import { queryOptions } from "@tanstack/react-query";
import type { FleetFilter } from "../agents/fleetRows";
import { answer, api, page, type QueryOf, type Schema } from "../api/client";
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";

export type Bulk = Schema<"Bulk">;
export type BulkBody = Schema<"BulkBody">;
export type BulkResult = Schema<"BulkResult">;
export type BulkGroup = Schema<"BulkGroup">;

export const PER_PAGE = 100;

export const bulksQuery = (number: number) =>
  queryOptions({
    queryKey: ["bulk", "list", number],
    queryFn: () => {
      const query = { page: number, page_size: PER_PAGE };
      return page(api.GET("/agents/actions/bulk/", { params: { query } }));
    },
  });

export const bulkQuery = (id: number) =>
  queryOptions({
    queryKey: ["bulk", "one", id],
    queryFn: () => answer(api.GET("/agents/actions/bulk/{id}/", { params: { path: { id } } })),
  });

type ResultQuery = QueryOf<"/agents/actions/bulk/{id}/results/">;

const narrowing = ({ status, search }: Filters): Pick<ResultQuery, "status" | "search"> => ({
  ...(status && { status: asWord(status) }),
  ...(search && { search }),
});

export const resultsQuery = (id: number, filters: Filters) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: PER_PAGE,
    ...narrowing(filters),
  };
  return queryOptions({
    queryKey: ["bulk", "results", id, query],
    queryFn: () =>
      page(api.GET("/agents/actions/bulk/{id}/results/", { params: { path: { id }, query } })),
    placeholderData: (before) => before,
  });
};

/** Equal results together. */
export const groupsQuery = (id: number, filters: Filters) => {
  const query = narrowing(filters);
  return queryOptions({
    queryKey: ["bulk", "groups", id, query],
    queryFn: () =>
      answer(api.GET("/agents/actions/bulk/{id}/groups/", { params: { path: { id }, query } })),
    placeholderData: (before) => before,
  });
};

/** The results as a file that the server makes. */
export async function resultsFile(id: number, filters: Filters): Promise<string> {
  const query = { format: "csv" as const, ...narrowing(filters) };
  const path = "/agents/actions/bulk/{id}/results/";
  const { data } = await api.GET(path, { params: { path: { id }, query }, parseAs: "text" });
  return data as unknown as string;
}

/** The targets: these agents, or everything the table's filter finds. */
export type BulkTarget = { agents: string[] } | { filter: FleetFilter };

export function targetOf(target: BulkTarget): Pick<BulkBody, "target" | "agents" | "filter"> {
  if ("agents" in target) return { target: "agents", agents: target.agents };
  return Object.keys(target.filter).length === 0
    ? { target: "all" }
    : { target: "filter", filter: { ...target.filter } };
}

/** Starts it and returns its id. */
export async function startBulk(body: BulkBody): Promise<number> {
  const { response } = await api.POST("/agents/actions/bulk/", { body });
  return Number(response.headers.get("X-Bulk-Id"));
}
