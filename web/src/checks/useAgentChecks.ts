/** The checks of an agent, kept fresh. */
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { agentChecksQuery } from "./queries";

/** Events report changes; a result that passes as the one before is only read, once a minute. */
const EVERY = 60_000;

export function useAgentChecks(agentId: string) {
  const fallback = useFallbackInterval();
  const { queryKey } = agentChecksQuery(agentId);
  useLiveQueries([`agent:${agentId}`, "config"], [queryKey, ["checks", "history", agentId]]);
  return useQuery({ ...agentChecksQuery(agentId), refetchInterval: fallback || EVERY });
}
