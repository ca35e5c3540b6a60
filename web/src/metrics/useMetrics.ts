/** The measurements of an agent, read again while they are shown. */
import { useQuery } from "@tanstack/react-query";
import { metricsQuery } from "./queries";
import type { View } from "./range";

/** `other` is the agent that is compared with, or empty. */
export function useMetrics(agentId: string, other: string, view: View) {
  return useQuery(metricsQuery(agentId, other, view));
}
