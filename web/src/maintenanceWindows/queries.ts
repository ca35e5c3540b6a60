/** What the pages read about maintenance windows, and how they are saved. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";
import type { WindowBody } from "./values";

export type Occurrence = Schema<"WindowOccurrence">;

/** What shows something else after a window was changed. */
export const AFTER_SAVING = [["maintenance"], ["agents"]] as const;

export const windowsQuery = queryOptions({
  queryKey: ["maintenance", "windows"],
  queryFn: () => answer(api.GET("/maintenance/windows/")),
});

/** When windows are open, from one instant to another. */
export const calendarQuery = (span: { from: string; to: string }) =>
  queryOptions({
    queryKey: ["maintenance", "calendar", span],
    queryFn: () => answer(api.GET("/maintenance/calendar/", { params: { query: span } })),
  });

/** What silences an agent, now and next. */
export const silenceQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["maintenance", "agent", agentId],
    queryFn: () => {
      const params = { path: { agent_id: agentId } };
      return answer(api.GET("/agents/{agent_id}/maintenance/", { params }));
    },
  });

/** Some agents whose names match. */
export const agentChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ["maintenance", "agents", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });

export const createWindow = (body: WindowBody) =>
  answer(api.POST("/maintenance/windows/", { body }));

/** `opened` is the time of the state that the form was filled from. */
export function updateWindow(id: number, body: Partial<WindowBody>, opened?: string | null) {
  const params = { path: { id } };
  return answer(api.PUT("/maintenance/windows/{id}/", { params, headers: seen(opened), body }));
}

export const deleteWindow = (id: number) =>
  answer(api.DELETE("/maintenance/windows/{id}/", { params: { path: { id } } }));
