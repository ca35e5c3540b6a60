/** The line for those who want their own client, in the dialog that asks where a tunnel leads. */
import { Code, Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CopyIcon } from "../../ui/CopyValue";
import { CLIENTS, type Client, type CommandInput, commandOf } from "./command";
import { vnc as words } from "./messages";

type ClientCommandProps = Omit<CommandInput, "client" | "server">;

export function ClientCommand(props: ClientCommandProps) {
  const [client, setClient] = useState<Client>("vnc");
  const command = commandOf({ ...props, client, server: window.location.origin });
  return (
    <Stack gap="xs" role="group" aria-label={words.ownClient}>
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500}>
          {words.ownClient}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={words.ownClient}
          value={client}
          onChange={(value) => setClient(value as Client)}
          data={CLIENTS.map((value) => ({ value, label: words.clients[value] }))}
        />
      </Group>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Code block flex={1} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {command}
        </Code>
        <CopyIcon value={command} label={words.copyCommand} />
      </Group>
      <Text size="xs" c="dimmed">
        {words.ownClientHint}
      </Text>
    </Stack>
  );
}
