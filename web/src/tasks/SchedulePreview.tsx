/** When the task would run, while its schedule is typed: in the agent's time and in UTC. */
import { Box, List, Stack, Table, Text, Title } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { AgentSelect } from "../agents/AgentSelect";
import { type Agent, agentQuery } from "../agents/queries";
import { Problem } from "../api/problem";
import { LinesSkeleton } from "../ui/states";
import { timingOf } from "./body";
import { clocksOf } from "./clocks";
import { form as words } from "./messages";
import { previewQuery } from "./queries";
import { sentence } from "./sentence";
import classes from "./TaskEditor.module.css";
import { followsCalendar, type TaskValues } from "./values";
import { formatIn } from "./zones";

/** Long enough to keep typing, short enough to feel immediate. */
const PAUSE = 250;

export function SchedulePreview({
  values,
  agent,
}: {
  values: TaskValues;
  agent?: Agent | undefined;
}) {
  const [chosen, setChosen] = useState<string | null>(null);
  const { data: other } = useQuery({
    ...agentQuery(chosen ?? ""),
    enabled: !agent && chosen !== null,
  });
  const seenBy = agent ?? (chosen ? other : undefined);
  const calendar = followsCalendar(values.task_type);
  return (
    <Box className={classes.preview}>
      <Stack gap="sm">
        <Title order={3}>{words.preview}</Title>
        <Text size="sm" aria-label={words.sentence}>
          {sentence(values)}
        </Text>
        {!agent && calendar && (
          <AgentSelect
            label={words.previewAs}
            description={words.previewAsHint}
            size="xs"
            value={chosen}
            onChange={setChosen}
          />
        )}
        {calendar ? (
          <Runs values={values} agent={seenBy} />
        ) : (
          <Text size="sm" c="dimmed">
            {words.previewEvent}
          </Text>
        )}
      </Stack>
    </Box>
  );
}

function Runs({ values, agent }: { values: TaskValues; agent: Agent | undefined }) {
  const [timing] = useDebouncedValue(JSON.stringify(timingOf(values)), PAUSE);
  const query = useQuery({
    ...previewQuery(JSON.parse(timing), agent?.agent_id ?? null),
    placeholderData: (before) => before,
  });
  if (query.isError) return <Refusal problem={Problem.from(query.error)} />;
  if (!query.data) return <LinesSkeleton lines={5} />;
  if (query.data.length === 0) {
    return (
      <Text size="sm" c="var(--tone-warning)" role="status">
        {words.previewNever}
      </Text>
    );
  }
  const clocks = clocksOf(values, agent?.timezone ?? null);
  return (
    <>
      <Table
        aria-label={words.preview}
        verticalSpacing={3}
        horizontalSpacing={6}
        fz="xs"
        opacity={query.isPlaceholderData ? 0.6 : 1}
      >
        <Table.Thead>
          <Table.Tr>
            {clocks.map((clock) => (
              <Table.Th key={clock.title}>{clock.title}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {query.data.map((run) => (
            <Table.Tr key={run}>
              {clocks.map((clock) => (
                <Table.Td key={clock.title}>{formatIn(run, clock.zone)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {values.random_task_delay !== "" && (
        <Text size="xs" c="dimmed">
          {words.previewDelay}
        </Text>
      )}
    </>
  );
}

/** What is still missing, in the server's words: not shown as an error while somebody types. */
function Refusal({ problem }: { problem: Problem }) {
  const fields = Object.entries(problem.fields);
  if (fields.length === 0) return <Text size="sm">{problem.message}</Text>;
  return (
    <Stack gap={4} role="status">
      <Text size="sm" c="dimmed">
        {words.previewWaiting}
      </Text>
      <List size="sm" spacing={2}>
        {fields.map(([field, sentences]) => (
          <List.Item key={field}>
            {words.fieldNames[field] ?? field}: {sentences.join(" ")}
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
