/** Opens a session on an agent, or asks first what exactly; says why that cannot be. */
import { Problem } from "../api/problem";
import { useRights } from "../session/me";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import type { Kind } from "./kind";
import { KINDS } from "./kinds";
import { lackOfBrowser } from "./support";

export interface AgentToOpen {
  agent_id: string;
  hostname: string;
}

interface Wish {
  agent: AgentToOpen;
  kind: Kind;
}

export function useOpen() {
  const { show } = useDialog();
  const { why } = useRights();
  const { mutate } = useAction<Wish, void>({
    act: async ({ agent, kind }) => {
      const reason = why(KINDS[kind].right) ?? lackOfBrowser();
      if (reason) throw new Problem(reason, 0, "browser");
      if (KINDS[kind].asks) return show("open-remote", `${kind}:${agent.agent_id}`);
      // What encrypts a session is loaded with the first one.
      const { openSession } = await import("./openSession");
      await openSession({ agentId: agent.agent_id, hostname: agent.hostname, kind });
    },
    refresh: [["remote"]],
  });
  return (agent: AgentToOpen, kind: Kind) => mutate({ agent, kind });
}
