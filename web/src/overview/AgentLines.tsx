/** The first few agents of a list, each with a word about it. */
import { Group, Text } from "@mantine/core";
import type { ReactNode } from "react";
import type { AgentRow } from "../agents/fleetRows";
import { TextLink } from "../ui/links";
import classes from "./Lines.module.css";

/** More are on the page behind the number. */
const SHOWN = 5;

interface AgentLinesProps {
  agents: AgentRow[];
  /** Which tab of the agent's page shows more. */
  tab?: "/agents/$agentId" | "/agents/$agentId/updates";
  about: (agent: AgentRow) => ReactNode;
}

export function AgentLines({ agents, tab = "/agents/$agentId", about }: AgentLinesProps) {
  return (
    <ul className={classes.lines}>
      {agents.slice(0, SHOWN).map((agent) => (
        <li key={agent.agent_id}>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Group gap={8} wrap="nowrap" miw={0}>
              <TextLink
                to={tab}
                params={{ agentId: agent.agent_id }}
                size="sm"
                truncate
                preload={false}
              >
                {agent.hostname}
              </TextLink>
              <Text size="xs" c="dimmed" truncate>
                {agent.client_name}
              </Text>
            </Group>
            <Text size="xs" c="dimmed" style={{ whiteSpace: "nowrap" }} component="div">
              {about(agent)}
            </Text>
          </Group>
        </li>
      ))}
    </ul>
  );
}
