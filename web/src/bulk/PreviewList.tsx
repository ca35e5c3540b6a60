/** Who would be hit, before anything happens. */
import { Group, ScrollArea, Stack, Table, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { AgentStatus } from "../agents/AgentStatus";
import { agent as of } from "../agents/messages";
import type { Schema } from "../api/client";
import { formatDuration, formatNumber } from "../texts/format";
import { ui } from "../ui/messages";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { bulk as words } from "./messages";

interface PreviewListProps {
  preview: Schema<"BulkPreview">;
  /** Whether the number of agents has to be typed. */
  confirm: boolean;
  onSure: (sure: boolean) => void;
}

const TONES: Record<string, Tone> = { run: "good", queue: "warning", skip: "quiet" };
const SHOWN = 200;

type Previewed = Schema<"PreviewedAgent">;

/** Who would be interrupted, and what people say about the computer. */
function About({ agent, now }: { agent: Previewed; now: number }) {
  const isUp = agent.status === "online" && typeof agent.boot_time === "number";
  return (
    <>
      <Text size="sm">
        {agent.logged_username ? of.loggedIn(agent.logged_username) : of.nobody}
        {isUp && ` · ${of.upFor(formatDuration(now / 1000 - Number(agent.boot_time)))}`}
      </Text>
      {agent.description && (
        <Text size="xs" fw={600}>
          {agent.description}
        </Text>
      )}
    </>
  );
}

export function PreviewList({ preview, confirm, onSure }: PreviewListProps) {
  const [typed, setTyped] = useState("");
  const word = String(preview.count - preview.skipped);
  const rest = preview.agents.length - SHOWN;
  const now = Date.now();
  return (
    <Stack gap="sm">
      <Group gap="md">
        <Text fw={600}>{words.targets(preview.count)}</Text>
        <Status tone="good" label={words.online(preview.online)} />
        <Status tone="quiet" label={words.offline(preview.offline)} />
        {preview.skipped > 0 && <Status tone="warning" label={words.skipped(preview.skipped)} />}
      </Group>
      <ScrollArea.Autosize mah={320} type="auto" viewportProps={{ tabIndex: 0 }}>
        <Table stickyHeader>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{words.agent}</Table.Th>
              <Table.Th>{words.place}</Table.Th>
              {confirm && <Table.Th>{words.aboutAgent}</Table.Th>}
              <Table.Th>{words.whatHappens}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {preview.agents.slice(0, SHOWN).map((agent) => (
              <Table.Tr key={agent.agent_id}>
                <Table.Td>
                  <Group gap="sm">
                    <Text span fw={500}>
                      {agent.hostname}
                    </Text>
                    <AgentStatus status={agent.status} />
                  </Group>
                </Table.Td>
                <Table.Td>
                  {agent.client} · {agent.site}
                </Table.Td>
                {confirm && (
                  <Table.Td>
                    <About agent={agent} now={now} />
                  </Table.Td>
                )}
                <Table.Td>
                  <Status
                    tone={TONES[agent.outcome] ?? "quiet"}
                    label={words.outcome[agent.outcome] ?? agent.outcome}
                  />
                  {agent.reason && (
                    <Text size="xs" c="dimmed">
                      {agent.reason}
                    </Text>
                  )}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
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
