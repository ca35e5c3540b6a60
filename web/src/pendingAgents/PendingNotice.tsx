/** Says on other pages that computers wait for approval. */
import { Alert, Group, Text } from "@mantine/core";
import { TextLink } from "../ui/links";
import { pendingAgents as words } from "./messages";
import { usePendingAgents } from "./usePendingAgents";

export function PendingNotice() {
  const waiting = usePendingAgents();
  if (waiting.length === 0) return null;
  return (
    <Alert color="yellow" py="xs" role="status">
      <Group gap="xs">
        <Text size="sm">{words.waiting(waiting.length)}</Text>
        <TextLink to="/install" size="sm">
          {words.show}
        </TextLink>
      </Group>
    </Alert>
  );
}
