/** The agents that a template excludes. */
import { Group, List, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQueries } from "@tanstack/react-query";
import { type ReactNode, useId, useState } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import { IconAction } from "../ui/actions";
import { form as words } from "./messages";
import { excludedAgentQuery } from "./queries";

interface ExcludedAgentsProps {
  value?: (number | string)[];
  onChange?: (agents: (number | string)[]) => void;
  error?: ReactNode;
}

export function ExcludedAgents({ value: chosen = [], onChange, error }: ExcludedAgentsProps) {
  const id = useId();
  const names = useHostNames(chosen);
  const [added, setAdded] = useState(0);
  return (
    <Stack gap="xs">
      <Text size="sm" fw={600} id={id}>
        {words.excludedAgents}
      </Text>
      {chosen.length === 0 ? (
        <Text size="sm" c="dimmed">
          {words.nobody}
        </Text>
      ) : (
        <List size="sm" spacing={4} listStyleType="none" aria-labelledby={id}>
          {chosen.map((agent, place) => (
            <List.Item key={agent}>
              <Group gap={6}>
                {names[place]}
                <IconAction
                  size="sm"
                  label={words.dropAgent(names[place] ?? "")}
                  right="can_manage_alerttemplates"
                  onClick={() => onChange?.(chosen.filter((one) => one !== agent))}
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
        aria-label={words.addAgent}
        placeholder={words.addAgent}
        error={error}
        value={null}
        onChange={(agentId) => {
          if (agentId && !chosen.includes(agentId)) onChange?.([...chosen, agentId]);
          setAdded(added + 1);
        }}
        maw={360}
      />
    </Stack>
  );
}

/** The names of agents, by key or by identifier; until they are known, what is known. */
function useHostNames(agents: (number | string)[]): string[] {
  const found = useQueries({ queries: agents.map((agent) => excludedAgentQuery(agent)) });
  return agents.map((agent, place) => found[place]?.data?.hostname ?? words.unknownAgent(agent));
}
