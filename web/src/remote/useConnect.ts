/** Opens a session on an agent, or says why that cannot be. */
import { useQuery } from "@tanstack/react-query";
import { freezeQuery } from "../freeze/queries";
import { useDialog } from "../ui/dialog";
import type { Kind } from "./kind";
import { remote as words } from "./messages";
import { type AgentToOpen, useOpen } from "./useOpen";

/** What a session needs to know of its agent. */
export interface AgentToConnect extends AgentToOpen {
  status: string;
  client_name?: string;
}

/** `lack`: what the program on the agent cannot do. */
export function useConnect(agent: AgentToConnect, lack: string | undefined) {
  const { show } = useDialog();
  const { data: frozen = [] } = useQuery(freezeQuery);
  const start = useOpen();
  const open = (kind: Kind) => start(agent, kind);
  const askFor = (kind: Kind) => show("open-remote", `${kind}:${agent.agent_id}`);
  const isFrozen = frozen.some(
    ({ client, client_name }) => (client ?? null) === null || client_name === agent.client_name,
  );
  const isOffline = agent.status !== "online";
  const blocked = lack ?? (isFrozen ? words.frozen : isOffline ? words.offline : undefined);
  return { open, askFor, blocked };
}
