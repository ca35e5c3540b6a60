/** What the server answers: who would be notified and why, and who test messages were sent to. */
import { List, Stack, Text } from "@mantine/core";
import { sentence } from "../texts/texts";
import { Status } from "../ui/Status";
import { test as words } from "./messages";
import type { TemplateTest } from "./queries";
import { splitSentence } from "./testBody";

interface TestResultProps {
  answer: TemplateTest;
  wasSent: boolean;
}

export function TestResult({ answer, wasSent }: TestResultProps) {
  return (
    <Stack gap="xs" role="status">
      {answer.applies === false && <Status tone="warning" label={words.doesNotApply} wraps />}
      <List size="sm" spacing={4} aria-label={words.result}>
        {answer.sentences.map((text) => (
          <List.Item key={text}>
            <Sentence text={text} />
          </List.Item>
        ))}
        {answer.action && <List.Item>{words.wouldRun(answer.action)}</List.Item>}
        {answer.resolved_action && (
          <List.Item>{words.wouldRunResolved(answer.resolved_action)}</List.Item>
        )}
      </List>
      {wasSent && <Sent recipients={answer.sent} />}
    </Stack>
  );
}

function Sentence({ text }: { text: string }) {
  const [about, rest] = splitSentence(text);
  if (about === "") return text;
  return (
    <>
      <Text span inherit fw={600}>
        {about}
      </Text>
      {" – "}
      {sentence(rest)}
    </>
  );
}

function Sent({ recipients }: { recipients: string[] }) {
  if (recipients.length === 0) {
    return (
      <Text size="sm" c="var(--tone-warning)">
        {words.nothingSent}
      </Text>
    );
  }
  return (
    <>
      <Text size="sm" fw={600}>
        {words.sent}
      </Text>
      <List size="sm" spacing={2} aria-label={words.sent}>
        {recipients.map((recipient) => (
          <List.Item key={recipient}>{recipient}</List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed">
        {words.sentHint}
      </Text>
    </>
  );
}
