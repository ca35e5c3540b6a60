/** What the pages read of the debug log. */
import { queryOptions } from "@tanstack/react-query";
import { allRows } from "../api/allRows";
import { api, page, type Schema } from "../api/client";
import type { Filters } from "../ui/useFilter";
import { narrowing } from "./narrowing";

export type DebugLogEntry = Schema<"DebugLogEntry">;

export const PAGE_SIZE = 50;

export const debugQuery = (filters: Filters, agentId?: string) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: PAGE_SIZE,
    ...narrowing(filters, agentId),
  };
  return queryOptions({
    queryKey: ["debugLog", query],
    queryFn: () => page(api.GET("/logs/debug/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** All entries that match. */
export const allEntries = (filters: Filters, agentId?: string): Promise<DebugLogEntry[]> =>
  allRows(
    (entry) => entry.id,
    (request) => {
      const query = { ...narrowing(filters, agentId), ...request };
      return page(api.GET("/logs/debug/", { params: { query } }));
    },
  );
