/** What the pages read about processes. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Process = Schema<"Process">;

export const processesQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["processes", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/processes/", { params: { path: { agent_id: agentId } } })),
  });
