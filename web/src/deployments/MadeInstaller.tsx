/** What was made for the computer: a line to copy, a file, a package with its line. */
import { Button, Code, Group, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { formatBytes } from "../texts/format";
import { CopyIcon, CopyValue } from "../ui/CopyValue";
import { Panel, PanelTitle } from "../ui/Page";
import type { Made } from "./makeInstaller";
import { deployments as words } from "./messages";

export function MadeInstaller({ made }: { made: Made }) {
  const { way, command } = made;
  // Where a package cannot be told everything, the server answers with a line instead.
  if (command?.sha256 && way === "package") return <PackageSteps made={made} command={command} />;
  if (command) {
    return (
      <Panel>
        <PanelTitle>{words.line}</PanelTitle>
        <Line text={command.powershell ?? command.cmd} />
      </Panel>
    );
  }
  return <FileSteps made={made} />;
}

function FileSteps({ made: { way, plat, file } }: { made: Made }) {
  const line =
    plat === "windows"
      ? `powershell -ExecutionPolicy Bypass -File ${file.name}`
      : `sudo sh ${file.name}`;
  return (
    <Panel>
      <PanelTitle>{words.saved}</PanelTitle>
      <Stack gap="xs">
        <Text size="sm">{`${file.name}, ${formatBytes(file.size)}`}</Text>
        <Text size="sm">{way === "archive" ? words.openArchive : words.runScript}</Text>
        {way === "script" && <Line text={line} />}
        <Text size="sm" c="dimmed">
          {words.secret}
        </Text>
      </Stack>
    </Panel>
  );
}

function PackageSteps({ made, command }: { made: Made; command: NonNullable<Made["command"]> }) {
  const { name, size } = made.file;
  return (
    <Panel>
      <PanelTitle>{words.packageTitle}</PanelTitle>
      <Stack gap="xs" align="flex-start">
        <Button
          component="a"
          href={command.url}
          download={name}
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          {`${name}, ${formatBytes(size)}`}
        </Button>
        {command.sha256 && (
          <Text size="sm" c="dimmed" component="div">
            {words.hash} <CopyValue value={command.sha256} />
          </Text>
        )}
        <Text size="sm">{words.runPackage}</Text>
        <Line text={command.cmd} />
      </Stack>
    </Panel>
  );
}

function Line({ text }: { text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start" w="100%">
      <Code block fz="sm" style={{ flex: 1, whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
        {text}
      </Code>
      <CopyIcon value={text} />
    </Group>
  );
}
