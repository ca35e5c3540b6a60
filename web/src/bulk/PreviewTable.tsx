/** Each agent that would be affected, and what would happen to it. */
import { Group, Table, Text } from "@mantine/core";
import { useMediaQuery } from "@mantine/hooks";
import { AgentStatus } from "../agents/AgentStatus";
import { agent as of } from "../agents/messages";
import type { Schema } from "../api/client";
import { formatDuration } from "../texts/format";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { bulk as words } from "./messages";
import classes from "./PreviewTable.module.css";

const TONES: Record<Schema<"Outcome">, Tone> = { run: "good", queue: "warning", skip: "quiet" };

/** On a phone there is room for two columns: the rest goes below the name. */
const NARROW = "(max-width: 47.99em)";

type Previewed = Schema<"PreviewedAgent">;

interface PreviewTableProps {
  agents: Previewed[];
  /** Whether to show who would be interrupted. */
  about: boolean;
}

export function PreviewTable({ agents, about }: PreviewTableProps) {
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ?? false;
  const now = Date.now();
  return (
    <Table stickyHeader className={classes.table ?? ""}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{words.agent}</Table.Th>
          {!isNarrow && <Table.Th>{words.place}</Table.Th>}
          {!isNarrow && about && <Table.Th>{words.aboutAgent}</Table.Th>}
          <Table.Th>{words.whatHappens}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {agents.map((agent) => (
          <Row key={agent.agent_id} agent={agent} about={about} isNarrow={isNarrow} now={now} />
        ))}
      </Table.Tbody>
    </Table>
  );
}

interface RowProps {
  agent: Previewed;
  about: boolean;
  isNarrow: boolean;
  now: number;
}

function Row({ agent, about, isNarrow, now }: RowProps) {
  const place = `${agent.client} · ${agent.site}`;
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="0 10px">
          <Text span fw={500}>
            {agent.hostname}
          </Text>
          <AgentStatus status={agent.status} />
        </Group>
        {isNarrow && <Text size="sm">{place}</Text>}
        {isNarrow && about && <About agent={agent} now={now} />}
      </Table.Td>
      {!isNarrow && <Table.Td>{place}</Table.Td>}
      {!isNarrow && about && (
        <Table.Td>
          <About agent={agent} now={now} />
        </Table.Td>
      )}
      <Table.Td>
        <Status tone={TONES[agent.outcome]} label={words.outcome[agent.outcome] ?? agent.outcome} />
        {agent.reason && (
          <Text size="xs" c="dimmed">
            {agent.reason}
          </Text>
        )}
      </Table.Td>
    </Table.Tr>
  );
}

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
