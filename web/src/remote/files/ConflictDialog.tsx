/** Asks what to do with something that has the name already. */
import { Button, Checkbox, Group, Modal, Stack, Text } from "@mantine/core";
import { useState, useSyncExternalStore } from "react";
import { formatBytes, formatMoment } from "../../texts/format";
import { files as words } from "./messages";
import type { Choice } from "./steering";
import type { Transfer } from "./transfer";
import type { Transfers } from "./transfers";
import type { Entry } from "./wire";

export function ConflictDialog({ transfers }: { transfers: Transfers }) {
  const { asking } = useSyncExternalStore(transfers.watch, transfers.get);
  return asking && <Question key={asking.id} transfer={asking} transfers={transfers} />;
}

function Question({ transfer, transfers }: { transfer: Transfer; transfers: Transfers }) {
  const { phase } = useSyncExternalStore(transfer.watch, transfer.get);
  const [forAll, setForAll] = useState(false);
  if (phase.is !== "asking") return null;
  const answer = (choice: Choice) => transfers.answer(choice, forAll);
  const skip = () => answer("skip");
  return (
    <Modal opened onClose={skip} title={words.existsTitle}>
      <Stack gap="md">
        <Text size="sm" style={{ overflowWrap: "anywhere" }}>
          {words.existsText(phase.name)}
        </Text>
        {phase.existing && <Text size="sm">{aboutOf(phase.existing)}</Text>}
        <Checkbox
          label={words.forAll}
          checked={forAll}
          onChange={(event) => setForAll(event.currentTarget.checked)}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="subtle" onClick={() => transfers.cancelBatch(transfer)}>
            {words.cancelAll}
          </Button>
          <Button variant="default" onClick={skip} data-autofocus>
            {words.skip}
          </Button>
          <Button variant="default" onClick={() => answer("keep_both")}>
            {words.keepBoth}
          </Button>
          <Button color="red" onClick={() => answer("replace")}>
            {words.replace}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function aboutOf({ kind, size, modified }: Entry): string {
  if (kind === "folder") return words.existingFolder;
  return words.existing(formatBytes(size), modified ? formatMoment(modified) : "?");
}
