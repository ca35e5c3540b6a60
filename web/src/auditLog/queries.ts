/** What the pages read of the audit log. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type QueryOf, type Schema } from "../api/client";
import { asWord } from "../api/word";
import type { Filters } from "../ui/useFilter";

export type AuditEntry = Schema<"AuditEntry">;

type AuditQuery = QueryOf<"/logs/audit/">;

export const PAGE_SIZE = 50;

export function narrowing(filters: Filters, agentId: string | undefined): AuditQuery {
  return {
    ...(filters.search && { search: filters.search }),
    ...(filters.action && { actionFilter: [asWord(filters.action)] }),
    ...(filters.object && { objectFilter: [asWord(filters.object)] }),
    ...(filters.user && { userFilter: [filters.user] }),
    ...(filters.days && { timeFilter: Number(filters.days) }),
    ...(agentId && { agentFilter: [agentId] }),
  };
}

export const codeQuery = (id: number) =>
  queryOptions({
    queryKey: ["auditLog", "code", id],
    queryFn: () => answer(api.GET("/logs/audit/{id}/code/", { params: { path: { id } } })),
  });

export const auditQuery = (filters: Filters, agentId?: string) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: PAGE_SIZE,
    ...narrowing(filters, agentId),
  };
  return queryOptions({
    queryKey: ["auditLog", query],
    queryFn: () => page(api.GET("/logs/audit/", { params: { query } })),
    placeholderData: (before) => before,
  });
};
