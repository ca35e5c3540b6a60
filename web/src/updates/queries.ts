/** What the pages read about updates of the whole fleet. */
import { queryOptions } from "@tanstack/react-query";
import { allRows } from "../api/allRows";
import { answer, api, page, type Schema } from "../api/client";
import type { Filters } from "../ui/useFilter";

export type FleetUpdate = Schema<"FleetUpdate">;

export const PER_PAGE = 100;

const pageOf = (filters: Filters) => ({
  page: Number(filters.page ?? 1),
  page_size: PER_PAGE,
  ...(filters.sort && { ordering: filters.sort }),
  ...(filters.site && { site: Number(filters.site) }),
});

/** The words of the address that narrow the updates. */
export const UPDATE_FILTERS = ["search", "severity", "show", "site"] as const;

const narrowing = (filters: Filters) => ({
  ...(filters.search && { search: filters.search }),
  ...(filters.severity && { severity: filters.severity }),
  ...(filters.show !== "all" && { installed: filters.show === "installed" }),
});

/** All of them that match. */
export const allUpdates = (filters: Filters): Promise<FleetUpdate[]> =>
  allRows(
    (update) => update.guid,
    (piece) => {
      const query = { ...pageOf(filters), ...narrowing(filters), ...piece };
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

/** The agents that have something approved and not installed. */
export const patientsQuery = (filters: Filters) => {
  const query = {
    ...pageOf(filters),
    search: `is:patchespending ${filters.search ?? ""}`.trim(),
  };
  return queryOptions({
    queryKey: ["agents", "withUpdates", query],
    queryFn: () => page(api.GET("/agents/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** The same decision about one update on all agents that have it, or on those of a site. */
export function decide(guid: string, action: string, site: string | undefined) {
  const body = { guid, action, ...(site && { site: Number(site) }) };
  return answer(api.POST("/winupdate/bulk/", { body }));
}
