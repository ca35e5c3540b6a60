/** Short messages in the corner. */
import { Code, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Problem } from "../api/problem";
import { sentence } from "../texts/texts";
import { ui } from "./messages";

export function notify(message: string) {
  notifications.show({ message, color: "teal", withBorder: true });
}

export function notifyProblem(problem: Problem) {
  notifications.show({
    title: ui.refused,
    message: (
      <>
        <Text size="sm">{sentence(problem.message)}</Text>
        <FieldList problem={problem} />
        {problem.requestId && (
          <Text size="xs" c="dimmed" mt={4}>
            {ui.requestId} <Code>{problem.requestId}</Code>
          </Text>
        )}
      </>
    ),
    color: "red",
    withBorder: true,
    autoClose: 12_000,
  });
}

function FieldList({ problem }: { problem: Problem }) {
  return Object.entries(problem.fields).map(([field, sentences]) => (
    <Text size="sm" key={field}>
      {field}: {sentences.join(" ")}
    </Text>
  ));
}
