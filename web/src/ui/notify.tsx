/** Short messages in the corner. */
import { Button, Code, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import type { Problem } from "../api/problem";
import { sentence } from "../texts/texts";
import { ui } from "./messages";

export function notify(message: string) {
  notifications.show({ message, color: "teal", withBorder: true });
}

interface WithButton {
  message: string;
  label: string;
  act: () => void;
  /** Milliseconds until it goes away by itself; false if it stays. */
  autoClose: number | false;
}

/** The same with a button. */
export function notifyWithButton({ message, label, act, autoClose }: WithButton) {
  const id: string = notifications.show({
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="light"
          onClick={() => {
            notifications.hide(id);
            act();
          }}
        >
          {label}
        </Button>
      </Group>
    ),
    color: "teal",
    withBorder: true,
    autoClose,
  });
}

/** The same with a button that undoes what was done; it stays long enough to be clicked. */
export function notifyUndo(message: string, undo: () => void) {
  notifyWithButton({ message, label: ui.undo, act: undo, autoClose: 30_000 });
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
