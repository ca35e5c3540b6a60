/** What the pages read of an agent's event log. */
import { queryOptions } from "@tanstack/react-query";
import { api, page, type QueryOf, type Schema } from "../api/client";
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";

export type Entry = Schema<"EventLogEntry">;

type Kind = NonNullable<QueryOf<"/agents/{agent_id}/eventlog/{log}/{days}/">["type"]>;

export const PAGE_SIZE = 100;

export const logQuery = (agentId: string, filters: Filters) => {
  const path = {
    agent_id: agentId,
    log: filters.log ?? "System",
    days: Number(filters.days ?? 1),
  };
  const query = {
    page: Number(filters.page ?? 1),
    page_size: PAGE_SIZE,
    ...(filters.kind && { type: asWord<Kind>(filters.kind) }),
    ...(filters.search && { search: filters.search }),
  };
  return queryOptions({
    queryKey: ["eventLog", path, query],
    queryFn: () =>
      page(api.GET("/agents/{agent_id}/eventlog/{log}/{days}/", { params: { path, query } })),
    staleTime: 30_000,
    placeholderData: (before) => before,
  });
};
