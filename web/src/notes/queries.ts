/** What the pages read about notes. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Note = Schema<"Note">;

export const notesQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["notes", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/notes/", { params: { path: { agent_id: agentId } } })),
  });
