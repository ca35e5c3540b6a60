/** What the pages read about pending actions. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type PendingAction = Schema<"PendingAction">;

export const pendingQuery = (agentId: string | undefined, all: boolean) => {
  const query = all ? {} : { status: "pending" as const };
  return queryOptions({
    queryKey: ["pendingActions", agentId ?? null, query],
    queryFn: () =>
      agentId
        ? answer(
            api.GET("/agents/{agent_id}/pendingactions/", {
              params: { path: { agent_id: agentId }, query },
            }),
          )
        : answer(api.GET("/logs/pendingactions/", { params: { query } })),
  });
};
