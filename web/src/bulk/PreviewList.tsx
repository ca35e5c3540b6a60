/** The agents that would be affected, before anything happens. */
import { Group, ScrollArea, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import type { Schema } from "../api/client";
import { formatNumber } from "../texts/format";
import { ui } from "../ui/messages";
import { Status } from "../ui/Status";
import { bulk as words } from "./messages";
import { PreviewTable } from "./PreviewTable";

interface PreviewListProps {
  preview: Schema<"BulkPreview">;
  /** Whether the number of agents has to be typed. */
  confirm: boolean;
  onSure: (sure: boolean) => void;
}

const SHOWN = 200;

export function PreviewList({ preview, confirm, onSure }: PreviewListProps) {
  const [typed, setTyped] = useState("");
  const word = String(preview.count - preview.skipped);
  const rest = preview.agents.length - SHOWN;
  return (
    <Stack gap="sm">
      <Group gap="md">
        <Text fw={600}>{words.targets(preview.count)}</Text>
        <Status tone="good" label={words.online(preview.online)} />
        <Status tone="quiet" label={words.offline(preview.offline)} />
        {preview.skipped > 0 && <Status tone="warning" label={words.skipped(preview.skipped)} />}
      </Group>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
        <PreviewTable agents={preview.agents.slice(0, SHOWN)} about={confirm} />
        {rest > 0 && (
          <Text size="sm" c="dimmed" p="sm">
            {ui.andMore(formatNumber(rest))}
          </Text>
        )}
      </ScrollArea.Autosize>
      {confirm && (
        <TextInput
          label={ui.typeToConfirm(word)}
          description={words.typeCount}
          value={typed}
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            onSure(event.currentTarget.value.trim() === word);
          }}
        />
      )}
    </Stack>
  );
}
