/** What the pages read about computers that wait for approval. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type PendingAgent = Schema<"PendingAgent">;

export const pendingAgentsQuery = queryOptions({
  queryKey: ["pendingAgents"],
  queryFn: () => answer(api.GET("/agents/pending/")),
});
