/** Which agent a tab of the agent page is about. */
import { useParams } from "@tanstack/react-router";

export function useAgentId(): string {
  return useParams({ from: "/shell/agents/$agentId" }).agentId;
}
