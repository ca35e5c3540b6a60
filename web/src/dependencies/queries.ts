/** What the pages read about dependencies, and how they are saved. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page } from "../api/client";
import type { Body, Subject } from "./values";

/** What shows something else after a dependency was changed. */
export const AFTER_SAVING = [["dependencies"], ["alerts"]] as const;

/** What an agent or check depends on, and what depends on it. */
export const dependencyQuery = (subject: Subject) =>
  queryOptions({
    queryKey: ["dependencies", "of", subject],
    queryFn: () => {
      if ("check" in subject) {
        const path = { id: subject.check };
        return answer(api.GET("/checks/{id}/depends-on/", { params: { path } }));
      }
      const path = { agent_id: subject.agentId };
      return answer(api.GET("/agents/{agent_id}/depends-on/", { params: { path } }));
    },
  });

/** Some agents whose names match. */
export const agentChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ["dependencies", "agents", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
    placeholderData: (before) => before,
  });

/** The checks that an agent runs. */
export const checkChoicesQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["dependencies", "checks", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/checks/", { params: { path: { agent_id: agentId } } })),
  });

export function saveDependency(subject: Subject, body: Body) {
  if ("check" in subject) {
    const path = { id: subject.check };
    return answer(api.PUT("/checks/{id}/depends-on/", { params: { path }, body }));
  }
  const path = { agent_id: subject.agentId };
  return answer(api.PUT("/agents/{agent_id}/depends-on/", { params: { path }, body }));
}
