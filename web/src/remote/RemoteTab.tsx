/** The sessions on a computer, open and ended. */
import { Group, Stack } from "@mantine/core";
import { IconShieldCheck, IconVideo } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { remote as words } from "./messages";
import { agentSessionsQuery } from "./queries";
import { SessionList } from "./SessionList";

export default function RemoteTab() {
  const { agentId } = useParams({ from: "/shell/agents/$agentId" });
  const query = useQuery(agentSessionsQuery(agentId));
  const dialog = useDialog();
  const navigate = useNavigate();
  return (
    <Stack gap="sm">
      <Group justify="flex-end" gap="xs">
        <ActionButton
          right="can_view_recordings"
          variant="default"
          leftSection={<IconVideo size={16} />}
          onClick={() => void navigate({ to: "/recordings", search: { agent: agentId } })}
        >
          {words.recordingsOf}
        </ActionButton>
        <ActionButton
          right="can_view_core_settings"
          variant="default"
          leftSection={<IconShieldCheck size={16} />}
          onClick={() => dialog.show("remote-policy")}
        >
          {words.allowed}
        </ActionButton>
      </Group>
      <SessionList
        label={words.history}
        query={query}
        none={{ title: words.noneHere, hint: words.noneHereHint }}
        ofAgent
      />
    </Stack>
  );
}
