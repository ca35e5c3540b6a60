/** Asks what to do when somebody else has saved first. */
import { Button, Group, Modal, Stack, Text } from "@mantine/core";
import { useEffect, useState } from "react";
import { askWith, type Conflict } from "../../conflicts/asking";
import { formatAgo } from "../../texts/format";
import { ChangeTable } from "../../ui/ChangeTable";
import { difference } from "../../ui/difference";
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
            : conflict.message}
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
    <ChangeTable
      label={words.differs}
      titles={{ key: words.field, before: words.theirs, after: words.mine }}
      changes={changes}
    />
  );
}
