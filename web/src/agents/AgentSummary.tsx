/** Identifies a computer, so that nobody acts on the wrong one of two with the same name. */
import { Group, Paper, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Facts } from "../ui/Facts";
import { LinesSkeleton } from "../ui/states";
import { AgentStatus } from "./AgentStatus";
import { agentQuery } from "./queries";
import { type Described, summaryOf } from "./summary";

export function AgentSummary({ agent }: { agent: Described }) {
  return (
    <Paper withBorder p="sm" bg="var(--surface-raised)" style={{ borderColor: "var(--line)" }}>
      <Stack gap={6}>
        <Group gap="sm">
          <Text fw={700} style={{ overflowWrap: "anywhere" }}>
            {agent.hostname}
          </Text>
          <AgentStatus status={agent.status} />
        </Group>
        <Facts facts={summaryOf(agent, Date.now())} />
      </Stack>
    </Paper>
  );
}

/** The same for a page that knows the agent by its id alone. */
export function AgentSummaryOf({ agentId }: { agentId: string }) {
  const { data } = useQuery(agentQuery(agentId));
  return data ? <AgentSummary agent={data} /> : <LinesSkeleton lines={3} />;
}
