/** Agents of a site that were not there when this was opened. */
import { Group, Stack, Text } from "@mantine/core";
import { IconCircleCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AgentStatus } from "../agents/AgentStatus";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { TextLink } from "../ui/links";
import { Panel } from "../ui/Page";
import { Status } from "../ui/Status";
import { deployments as words } from "./messages";
import { siteAgentsQuery } from "./queries";

export function Arrivals({ site }: { site: number }) {
  const refetchInterval = useFallbackInterval(2_000);
  const query = useQuery({ ...siteAgentsQuery(site), refetchInterval });
  useLiveQueries(["agents"], [siteAgentsQuery(site).queryKey]);
  const [known, setKnown] = useState<Set<number> | null>(null);
  // The first answer after the command was made: agents that come later are new.
  if (known === null && query.isFetchedAfterMount && query.data) {
    setKnown(new Set(query.data.results.map((agent) => agent.id)));
  }
  const arrived = (query.data?.results ?? []).filter((agent) => known && !known.has(agent.id));
  return (
    <Panel>
      {arrived.length === 0 ? (
        <Stack gap={4} role="status">
          <Status tone="info" label={words.waiting} busy />
          <Text size="sm" c="dimmed">
            {words.waitingHint}
          </Text>
        </Stack>
      ) : (
        <Stack gap="sm" role="status">
          <Group gap="xs">
            <IconCircleCheck size={20} color="var(--tone-good)" />
            <Text fw={600}>{words.arrived}</Text>
          </Group>
          {arrived.map((agent) => (
            <Group key={agent.id} justify="space-between">
              <TextLink to="/agents/$agentId" params={{ agentId: agent.agent_id }} fw={600}>
                {agent.hostname}
              </TextLink>
              <AgentStatus status={agent.status} />
            </Group>
          ))}
        </Stack>
      )}
    </Panel>
  );
}
