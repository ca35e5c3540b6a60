/** The agents that a policy excludes. */
import { Group, List, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { useState } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import { IconAction } from "../ui/actions";
import { exclusions as words } from "./messages";
import { agentByKeyQuery } from "./queries";

export function ExcludedAgents({ chosen, onChange }: ExcludedAgentsProps) {
  const names = useHostNames(chosen);
  const [added, setAdded] = useState(0);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={500} id="excluded-agents">
        {words.agents}
      </Text>
      {chosen.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.nobody}
        </Text>
      ) : (
        <List size="sm" spacing={4} listStyleType="none" aria-labelledby="excluded-agents">
          {chosen.map((agent, place) => (
            <List.Item key={agent}>
              <Group gap={6}>
                {names[place]}
                <IconAction
                  size="sm"
                  label={words.dropAgent(names[place] ?? "")}
                  right="can_manage_automation_policies"
                  onClick={() => onChange(chosen.filter((one) => one !== agent))}
                >
                  <IconX size={14} />
                </IconAction>
              </Group>
            </List.Item>
          ))}
        </List>
      )}
      <AgentSelect
        // A new input each time, so that its search is cleared.
        key={added}
        aria-label={words.add}
        placeholder={words.add}
        value={null}
        onChange={(agentId) => {
          if (agentId && !chosen.includes(agentId)) onChange([...chosen, agentId]);
          setAdded(added + 1);
        }}
        maw={360}
      />
    </Stack>
  );
}

interface ExcludedAgentsProps {
  chosen: (number | string)[];
  onChange: (chosen: (number | string)[]) => void;
}

/** The names of agents, by key or by identifier; until they are known, what is known. */
function useHostNames(agents: (number | string)[]): string[] {
  const found = useQueries({ queries: agents.map((agent) => agentByKeyQuery(agent)) });
  return agents.map((agent, place) => found[place]?.data?.hostname ?? words.unknown(agent));
}
