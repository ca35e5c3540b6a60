/** On an agent's page: what one asked to be told about it, and a way out. */
import { Alert, Button, Group, Stack, Text } from "@mantine/core";
import { IconEye } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type AgentEvent, watchesOfAgent } from "./find";
import { watches as words } from "./messages";
import { watchesQuery } from "./queries";
import { useWatching } from "./useWatching";

export function AgentWatchNotice({ agentId }: { agentId: string }) {
  const { data } = useQuery(watchesQuery);
  const { remove } = useWatching();
  const own = watchesOfAgent(data, agentId);
  if (own.length === 0) return null;
  return (
    <Alert color="blue" variant="light" icon={<IconEye />} role="status" mb="md">
      <Stack gap={4}>
        {own.map((watch) => (
          <Group key={watch.id} gap="sm">
            <Text size="sm">{words.waits[watch.event as AgentEvent]}</Text>
            <Button
              size="compact-sm"
              variant="default"
              aria-label={words.stop[watch.event as AgentEvent]}
              onClick={() => remove.mutate(watch.id)}
            >
              {words.cancel}
            </Button>
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
