/** What the pages read about agents. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";

export type Agent = Schema<"Agent">;

/** What a row of the table and the agent's page both know. */
export type SomeAgent = Pick<Agent, "agent_id" | "hostname" | "status" | "maintenance_mode">;

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["agents", "one", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

/** The first few agents that match the words: for pickers. */
export const findAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ["agents", "find", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });

/** How many the palette asks for: enough to put those first whose name it is. */
const LOOKED_UP = 30;

/** The same with everything known of them, to tell why each was found: for the palette. */
export const lookUpAgentsQuery = (search: string) =>
  queryOptions({
    queryKey: ["agents", "lookUp", search],
    queryFn: () => {
      const query = { page_size: LOOKED_UP, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });
