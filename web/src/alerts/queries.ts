/** What the pages read about alerts, and how they change them. */
import { queryOptions } from "@tanstack/react-query";
import { allRows } from "../api/allRows";
import { answer, api, page, type Schema } from "../api/client";
import type { Filters } from "../ui/useFilter";
import { narrowing } from "./narrowing";
import { type Severity, worstOf } from "./state";

export type Alert = Schema<"Alert">;
export type Check = Schema<"Check">;

export const PER_PAGE = 50;

/** What all queries about alerts begin with: any change of one may concern each of them. */
export const ALERTS = ["alerts"] as const;

export const alertsQuery = (filters: Filters, agentId?: string) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: PER_PAGE,
    ...narrowing(filters, agentId),
  };
  return queryOptions({
    queryKey: [...ALERTS, "list", query],
    queryFn: () => page(api.GET("/alerts/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** All alerts that match. */
export const allAlerts = (filters: Filters, agentId?: string): Promise<Alert[]> =>
  allRows(
    (alert) => alert.id,
    (request) => {
      const query = { ...narrowing(filters, agentId), ...request };
      return page(api.GET("/alerts/", { params: { query } }));
    },
  );

export const alertQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALERTS, "one", id],
    queryFn: () => answer(api.GET("/alerts/{id}/", { params: { path: { id } } })),
  });

/** What changed in the hour before an alert, and others like it. */
export const contextQuery = (id: number) =>
  queryOptions({
    queryKey: [...ALERTS, "context", id],
    queryFn: () => answer(api.GET("/alerts/{id}/context/", { params: { path: { id } } })),
  });

/** How many the bell lists. */
const NEWEST = 10;

/** So many say how bad the worst of all is. */
const JUDGED = 100;

/** What the bell shows: alerts that are open, not snoozed and meant for the dashboard. */
export interface BellAlerts {
  count: number;
  newest: Alert[];
  /** The worst of all; nothing when there is none. */
  worst: Severity | undefined;
}

/** With `top` the answer is not a list. */
const newestAlerts = (top: number) =>
  answer(api.PATCH("/alerts/", { body: { top } })) as Promise<Schema<"BellAlerts">>;

export const bellQuery = queryOptions({
  queryKey: [...ALERTS, "bell"],
  queryFn: async (): Promise<BellAlerts> => {
    const { alerts: newest, alerts_count: count } = await newestAlerts(NEWEST);
    const worst = worstOf(newest.map(({ severity }) => severity));
    if (worst === "error" || count <= newest.length) return { count, newest, worst };
    const { alerts: more } = await newestAlerts(JUDGED);
    return { count, newest, worst: worstOf(more.map(({ severity }) => severity)) };
  },
});

/** So many can be counted here; there are rarely more, and then the page says so. */
export const MOST_COUNTED = 1000;

/** The open alerts, to count them by severity and client. */
export const openAlertsQuery = queryOptions({
  queryKey: [...ALERTS, "open"],
  queryFn: () => {
    const query = { ...narrowing({}), page: 1, page_size: MOST_COUNTED };
    return page(api.GET("/alerts/", { params: { query } }));
  },
});

type Change = Schema<"UpdateAlert">;

const change = (id: number, body: Change) =>
  answer(api.PUT("/alerts/{id}/", { params: { path: { id } }, body }));

export const acknowledge = (id: number, note: string) => change(id, { type: "acknowledge", note });
export const resolve = (id: number) => change(id, { type: "resolve" });
export const unsnooze = (id: number) => change(id, { type: "unsnooze" });

/** Until a time, or until somebody lifts it. */
export const snooze = (id: number, until: Date | null) =>
  change(id, { type: "snooze", snooze_until: until?.toISOString() ?? null });

export const deleteAlert = (id: number) =>
  answer(api.DELETE("/alerts/{id}/", { params: { path: { id } } }));

export type BulkAction = "resolve" | "snooze" | "unsnooze" | "acknowledge" | "delete";

interface BulkRequest {
  action: BulkAction;
  ids: number[];
  /** With `snooze`; nothing for one that somebody has to lift. */
  until?: Date | null;
}

/** As many as the server takes at once. */
const MOST_CHANGED = 1000;

/** The server changes all of a request or, if one is unknown, none. */
export async function changeMany({ action, ids, until }: BulkRequest) {
  const end = action === "snooze" ? { snooze_until: until?.toISOString() ?? null } : {};
  for (let from = 0; from < ids.length; from += MOST_CHANGED) {
    const alerts = ids.slice(from, from + MOST_CHANGED);
    await answer(api.POST("/alerts/bulk/", { body: { bulk_action: action, alerts, ...end } }));
  }
}

interface NewAlert {
  message: string;
  severity: Severity;
  agent: string | null;
}

export const raise = ({ agent, ...alert }: NewAlert) =>
  answer(api.POST("/alerts/", { body: { ...alert, ...(agent && { agent }) } }));

/** The check that an alert is about. */
export const alertCheckQuery = (id: number) =>
  queryOptions({
    queryKey: ["checks", "one", id],
    queryFn: () => answer(api.GET("/checks/{id}/", { params: { path: { id } } })),
    retry: false,
  });

const DAY = 86_400;
const POINTS = 500;

/** The results of a check on an agent since a time, in seconds; the newest first. */
export const resultsQuery = (agentId: string, check: number, from: number, now: number) => {
  const days = Math.max(1, Math.ceil((now - from) / DAY));
  return queryOptions({
    queryKey: ["checks", "history", agentId, check, days],
    queryFn: ({ signal }) => {
      const path = { agent_id: agentId, check_id: check };
      const params = { path, query: { days, points: POINTS } };
      return answer(api.GET("/agents/{agent_id}/checks/{check_id}/history/", { params, signal }));
    },
  });
};
