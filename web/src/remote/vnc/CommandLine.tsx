/** The command that opens a tunnel on the technician's own computer, to copy. */
import { Code, Group, Text } from "@mantine/core";
import { CopyIcon } from "../../ui/CopyValue";
import { type CommandInput, commandOf } from "./command";
import { vnc as words } from "./messages";

export function CommandLine(props: Omit<CommandInput, "server">) {
  const command = commandOf({ ...props, server: window.location.origin });
  return (
    <>
      <Group gap={4} wrap="nowrap" align="flex-start">
        <Code block flex={1} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
          {command}
        </Code>
        <CopyIcon value={command} label={words.copyCommand} />
      </Group>
      <Text size="xs" c="dimmed">
        {words.ownClientHint}
      </Text>
    </>
  );
}
