/** One agent out of any number; once it is chosen, a button with its name shows all again. */
import { Button } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { AgentSelect } from "../agents/AgentSelect";
import { agentQuery } from "../agents/queries";
import { useRights } from "../session/me";
import { debugLog as words } from "./messages";

interface AgentFilterProps {
  agentId: string | undefined;
  onChange: (agentId: string | undefined) => void;
}

export function AgentFilter({ agentId, onChange }: AgentFilterProps) {
  const { surely } = useRights();
  const mayList = surely("can_list_agents");
  const { data } = useQuery({
    ...agentQuery(agentId ?? ""),
    enabled: mayList && agentId !== undefined,
  });
  if (agentId) {
    const name = data?.hostname ?? agentId;
    return (
      <Button
        variant="default"
        rightSection={<IconX size={14} />}
        aria-label={words.allAgents(name)}
        onClick={() => onChange(undefined)}
        maw={200}
      >
        {name}
      </Button>
    );
  }
  if (!mayList) return null;
  return (
    <AgentSelect
      aria-label={words.agent}
      placeholder={words.anyAgent}
      value={null}
      onChange={(chosen) => onChange(chosen ?? undefined)}
      w={170}
    />
  );
}
