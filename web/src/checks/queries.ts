/** What the pages read about checks, and how they are made, changed, run and reset. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page } from "../api/client";
import { seen } from "../conflicts/asking";
import type { Filters } from "../ui/useFilter";
import type { Check, CheckBody, Owner } from "./types";

export const agentChecksQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["checks", "agent", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/checks/", { params: { path: { agent_id: agentId } } })),
  });

export const policyChecksQuery = (id: number) =>
  queryOptions({
    queryKey: ["checks", "policy", id],
    queryFn: () =>
      answer(api.GET("/automation/policies/{id}/checks/", { params: { path: { id } } })),
  });

/** Those that the owner itself has: an agent's list shows those of its policies, too. */
export const ownChecksQuery = (owner: Owner) =>
  queryOptions({
    queryKey: ["checks", "own", owner],
    queryFn: async () => {
      if ("policyId" in owner) {
        const path = { id: owner.policyId };
        return answer(api.GET("/automation/policies/{id}/checks/", { params: { path } }));
      }
      const path = { agent_id: owner.agentId };
      const all = await answer(api.GET("/agents/{agent_id}/checks/", { params: { path } }));
      return all.filter(({ policy }) => !policy);
    },
  });

export const checkQuery = (id: number) =>
  queryOptions({
    queryKey: ["checks", "one", id],
    queryFn: () => answer(api.GET("/checks/{id}/", { params: { path: { id } } })),
  });

/** As many points as a screen has room for. */
const POINTS = 500;

/** Of the last so many days; 0 for all that is kept. The newest first. */
export const historyQuery = (agentId: string, check: number, days: number) =>
  queryOptions({
    queryKey: ["checks", "history", agentId, check, days],
    queryFn: ({ signal }) => {
      const path = { agent_id: agentId, check_id: check };
      const params = { path, query: { days, points: POINTS } };
      return answer(api.GET("/agents/{agent_id}/checks/{check_id}/history/", { params, signal }));
    },
    placeholderData: (before) => before,
  });

/** Enough for a graph as small as a word. */
const FEW_POINTS = 40;

/** The last day of a check, for a row of a table; read again with each new result. */
export const recentQuery = (agentId: string, check: number, lastRun: string) =>
  queryOptions({
    queryKey: ["checks", "recent", agentId, check, lastRun],
    queryFn: ({ signal }) => {
      const path = { agent_id: agentId, check_id: check };
      const params = { path, query: { days: 1, points: FEW_POINTS } };
      return answer(api.GET("/agents/{agent_id}/checks/{check_id}/history/", { params, signal }));
    },
    staleTime: 60_000,
    retry: false,
    placeholderData: (before) => before,
  });

export const STATUSES_PER_PAGE = 100;

/** The result of a policy's check on each of its agents, page by page. */
export const statusesQuery = (check: number, filters: Filters = {}) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: STATUSES_PER_PAGE,
    ...(filters.search && { search: filters.search }),
  };
  return queryOptions({
    queryKey: ["checks", "statuses", check, query],
    queryFn: () => {
      const params = { path: { check }, query };
      return page(api.GET("/automation/checks/{check}/status/", { params }));
    },
    placeholderData: (before) => before,
  });
};

/** What an agent measured last: enough for the mean that checks of usage are judged by. */
export const newestQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["checks", "newest", agentId],
    queryFn: ({ signal }) => {
      const to = Math.ceil(Date.now() / 60_000) * 60;
      const query = {
        from: String(to - 3_600),
        to: String(to),
        points: 60,
        names: "cpu,memory,disk_used,disk_free",
      };
      const params = { path: { agent_id: agentId }, query };
      return answer(api.GET("/agents/{agent_id}/metrics/", { params, signal }));
    },
    staleTime: 60_000,
    refetchInterval: 60_000,
  });

export function createCheck(owner: Owner, body: CheckBody): Promise<Check> {
  const own = "agentId" in owner ? { agent: owner.agentId } : { policy: owner.policyId };
  return answer(api.POST("/checks/", { body: { ...body, ...own } }));
}

/** With the time of the state that the change was made from, if that matters. */
export function updateCheck(id: number, body: CheckBody, opened?: string | null): Promise<Check> {
  const params = { path: { id } };
  return answer(api.PUT("/checks/{id}/", { params, headers: seen(opened), body }));
}

export function deleteCheck(id: number) {
  return answer(api.DELETE("/checks/{id}/", { params: { path: { id } } }));
}

/** Runs all checks of an agent now, due or not. */
export function runChecks(agentId: string) {
  return answer(api.POST("/checks/{id}/run/", { params: { path: { id: agentId } } }));
}

/** Back to passing until the next result. */
export function resetCheck(agentId: string, check: number) {
  const params = { path: { agent_id: agentId, check_id: check } };
  return answer(api.POST("/agents/{agent_id}/checks/{check_id}/reset/", { params }));
}

export function resetAll(agentId: string) {
  return answer(api.POST("/checks/{id}/resetall/", { params: { path: { id: agentId } } }));
}
