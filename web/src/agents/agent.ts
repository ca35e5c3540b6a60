/** One agent, as its page reads it. */
import { queryOptions } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { answer, api, type Schema } from "../api/client";

export type Agent = Schema<"Agent">;

/** What a row of the table and the agent's page both know. */
export type SomeAgent = Pick<Agent, "agent_id" | "hostname" | "status" | "maintenance_mode">;

export const agentQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["agents", "one", agentId],
    queryFn: () =>
      answer(api.GET("/agents/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

/** The agent whose page this is. */
export function useAgentId(): string {
  return useParams({ from: "/shell/agents/$agentId" }).agentId;
}

/** Why something that needs the agent now cannot be done. */
export function offlineReason(agent: SomeAgent, reason: string): string | undefined {
  return agent.status === "online" ? undefined : reason;
}
