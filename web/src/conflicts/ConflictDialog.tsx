/** Asks what to do when somebody else has saved first. */
import { Button, Group, Modal, Stack, Table, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { difference } from "../auditLog/difference";
import classes from "../auditLog/EntryDialog.module.css";
import { formatAgo } from "../texts/format";
import { askWith, type Conflict } from "./asking";
import { comparable } from "./comparing";
import { conflicts as words } from "./messages";

interface Question {
  conflict: Conflict;
  decide: (overwrite: boolean) => void;
}

export function ConflictDialog() {
  const [question, setQuestion] = useState<Question | null>(null);
  useEffect(() => {
    askWith(
      (conflict) =>
        new Promise((resolve) => {
          const decide = (overwrite: boolean) => {
            setQuestion(null);
            resolve(overwrite);
          };
          setQuestion({ conflict, decide });
        }),
    );
    return () => askWith(async () => false);
  }, []);
  if (!question) return null;
  const { conflict, decide } = question;
  const { modified_by, modified_time } = conflict.theirs ?? {};
  return (
    <Modal opened onClose={() => decide(false)} title={words.title} size="xl" zIndex={400}>
      <Stack gap="md">
        <Text>
          {modified_by && modified_time
            ? words.changed(modified_by, formatAgo(modified_time))
            : conflict.said}
        </Text>
        {conflict.theirs && <Differences conflict={conflict} />}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={() => decide(false)}>
            {words.keep}
          </Button>
          <Button color="red" onClick={() => decide(true)}>
            {words.overwrite}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function Differences({ conflict }: { conflict: Conflict }) {
  const changes = difference(...comparable(conflict));
  if (changes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.same}
      </Text>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
    <section className={classes.frame} aria-label={words.differs} tabIndex={0}>
      <Table className={classes.changes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.field}</Table.Th>
            <Table.Th>{words.theirs}</Table.Th>
            <Table.Th>{words.mine}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.key}>
              <Table.Td c="dimmed">{change.key}</Table.Td>
              <Table.Td className={classes.before}>{change.before}</Table.Td>
              <Table.Td className={classes.after}>{change.after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
