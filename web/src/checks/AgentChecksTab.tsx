/** The checks of one agent: its own, and those of the policies that reach it. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { Loaded } from "../ui/states";
import { agentCheckColumns } from "./agentCheckColumns";
import { CheckList } from "./CheckList";
import { checks as words } from "./messages";
import { ResetAllButton, RunChecks } from "./RunChecks";
import { useAgentChecks } from "./useAgentChecks";

export default function AgentChecksTab() {
  const query = useQuery(agentQuery(useAgentId()));
  return <Loaded query={query}>{(agent) => <Checks agent={agent} />}</Loaded>;
}

function Checks({ agent }: { agent: Agent }) {
  const { agent_id: agentId } = agent;
  const query = useAgentChecks(agentId);
  const columns = useMemo(() => agentCheckColumns(agentId), [agentId]);
  return (
    <CheckList
      query={query}
      owner={{ agentId }}
      agent={agent}
      columns={columns}
      noneHint={words.noneAgent}
      actions={
        <>
          <ResetAllButton />
          <RunChecks agent={agent} />
        </>
      }
    />
  );
}
