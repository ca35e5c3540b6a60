/** Opens a session on an agent, or says why that cannot be. */
import { useQuery } from "@tanstack/react-query";
import { freezeQuery } from "../freeze/queries";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import type { Kind } from "./kind";
import { remote as words } from "./messages";
import { openSession } from "./openSession";

/** What a session needs to know of its agent. */
export interface AgentToConnect {
  agent_id: string;
  hostname: string;
  status: string;
  client_name?: string;
}

/** `lack`: what the program on the agent cannot do. */
export function useConnect(agent: AgentToConnect, lack: string | undefined) {
  const { show } = useDialog();
  const { data: frozen = [] } = useQuery(freezeQuery);
  const askFor = (kind: Kind) => show("open-remote", `${kind}:${agent.agent_id}`);
  const open = useAction<Kind, void>({
    act: (kind) => openSession({ agentId: agent.agent_id, hostname: agent.hostname, kind }),
    refresh: [["remote"]],
  });
  const isFrozen = frozen.some(
    ({ client, client_name }) => (client ?? null) === null || client_name === agent.client_name,
  );
  const isOffline = agent.status !== "online";
  const blocked = lack ?? (isFrozen ? words.frozen : isOffline ? words.offline : undefined);
  return { open: open.mutate, askFor, blocked };
}
