/** What the action of an alert printed, and how it ended; nothing when it did not run. */
import { Code, Stack, Text } from "@mantine/core";
import { plainText } from "../terminal/terminal";
import { formatDuration } from "../texts/format";
import { Facts } from "../ui/Facts";
import { Moment } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { alerts as words } from "./messages";

interface ActionOutputProps {
  title: string;
  time: string | null | undefined;
  code: number | null | undefined;
  /** Seconds. */
  took: number | null | undefined;
  stdout: string;
  stderr: string;
}

export function ActionOutput({ title, time, code, took, stdout, stderr }: ActionOutputProps) {
  if (!time && stdout === "" && stderr === "") return null;
  return (
    <Panel>
      <PanelTitle>{title}</PanelTitle>
      <Stack gap="sm">
        <Facts
          facts={[
            [words.actionTime, time && <Moment time={time} />],
            [
              words.actionCode,
              code == null ? null : (
                <Text span inherit c={code === 0 || isAnswer(code) ? undefined : "var(--tone-bad)"}>
                  {code}
                </Text>
              ),
            ],
            [words.actionTook, took == null ? null : formatDuration(took)],
          ]}
        />
        <Printed title={words.actionStdout} text={stdout} />
        <Printed title={words.actionStderr} text={stderr} isBad />
        {stdout === "" && stderr === "" && (
          <Text size="sm" c="dimmed">
            {words.actionSilent}
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

/** Webhooks have a status of HTTP instead of an exit code. */
const isAnswer = (code: number) => code >= 200 && code < 300;

function Printed({ title, text, isBad }: { title: string; text: string; isBad?: boolean }) {
  if (text === "") return null;
  return (
    <div>
      <Text size="sm" fw={600} mb={4} c={isBad ? "var(--tone-bad)" : undefined}>
        {title}
      </Text>
      <Code block mah={320} style={{ overflow: "auto" }} tabIndex={0}>
        {plainText(text)}
      </Code>
    </div>
  );
}
