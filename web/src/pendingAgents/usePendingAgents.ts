/** Computers that wait for approval, as far as this person may see them. */
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { type PendingAgent, pendingAgentsQuery } from "./queries";

export function usePendingAgents(): PendingAgent[] {
  const enabled = useRights().surely("can_list_agents");
  const refetchInterval = useFallbackInterval();
  const { data } = useQuery({ ...pendingAgentsQuery, enabled, refetchInterval });
  useLiveQueries(["config"], [pendingAgentsQuery.queryKey]);
  return data ?? [];
}
