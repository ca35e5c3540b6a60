/** Actions on an agent that need no confirmation. */
import { answer, api } from "../api/client";
import { useAction } from "../ui/useAction";
import { agent as words } from "./messages";
import { agentQuery, type SomeAgent } from "./queries";
import { updateAgent } from "./updateAgent";

export function useQuickActions(agent: SomeAgent) {
  const params = { path: { agent_id: agent.agent_id } };
  const reread = [agentQuery(agent.agent_id).queryKey, ["agents", "fleet"]];
  return {
    wake: useAction({
      act: () => answer(api.POST("/agents/{agent_id}/wol/", { params })),
      done: (message) => message,
    }),
    refresh: useAction({
      act: () => answer(api.POST("/agents/{agent_id}/wmi/", { params })),
      done: (message) => message,
      refresh: reread,
    }),
    ping: useAction({
      act: () => answer(api.POST("/agents/{agent_id}/ping/", { params })),
      done: ({ name, status }) => words.pinged(name, status),
    }),
    update: useAction({
      act: () => updateAgent(agent.agent_id),
      done: (reason) =>
        reason === null ? words.updating(agent.hostname) : words.notUpdated(agent.hostname, reason),
      refresh: [["runs", "list"], ["pendingActions"]],
    }),
    maintenance: useAction({
      act: () => {
        const body = { maintenance_mode: !agent.maintenance_mode };
        return answer(api.PUT("/agents/{agent_id}/", { params, body }));
      },
      done: words.saved(agent.hostname),
      refresh: reread,
    }),
  };
}
