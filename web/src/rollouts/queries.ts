/** What the pages read about rollouts of agent releases. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Rollout = Schema<"Rollout">;

export const rolloutsQuery = queryOptions({
  queryKey: ["rollouts"],
  queryFn: () => answer(api.GET("/agents/rollouts/")),
});
