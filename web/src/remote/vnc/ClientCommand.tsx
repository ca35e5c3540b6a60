/** The line for those who want their own client, in the dialog that asks where a tunnel leads. */
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { CommandLine } from "./CommandLine";
import { CLIENTS, type Client, type CommandInput, portFor } from "./command";
import { vnc as words } from "./messages";

/** `port`: of the VNC server; other clients have ports of their own. */
type ClientCommandProps = Omit<CommandInput, "client" | "server">;

export function ClientCommand(props: ClientCommandProps) {
  const [client, setClient] = useState<Client>("vnc");
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
      <CommandLine {...props} client={client} port={portFor(client, props.port)} />
    </Stack>
  );
}
