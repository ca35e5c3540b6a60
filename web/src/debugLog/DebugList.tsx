/** The debug log of one agent, or of everything; newest first. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import { formatMoment } from "../texts/format";
import { sentence } from "../texts/texts";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Pager } from "../ui/Pager";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import type { Tone } from "../ui/theme";
import { useFilters } from "../ui/useFilter";
import { DebugFilters } from "./DebugFilters";
import { debugLog as words } from "./messages";
import { runOf } from "./narrowing";
import { type DebugLogEntry, debugQuery, PAGE_SIZE } from "./queries";

const TONES: Record<DebugLogEntry["log_level"], Tone> = {
  info: "info",
  warning: "warning",
  error: "bad",
  critical: "bad",
};

/** More than this is not shown in its row. */
const LONG = 300;

const columns: Column<DebugLogEntry>[] = [
  {
    id: "time",
    title: words.time,
    width: 140,
    wide: true,
    cell: (entry) => <Ago time={entry.entry_time} />,
    file: (entry) => entry.entry_time,
  },
  {
    id: "level",
    title: words.level,
    width: 120,
    wide: true,
    cell: (entry) => <Level entry={entry} />,
    file: ({ log_level: level }) => words.levels[level] ?? level,
  },
  {
    id: "type",
    title: words.type,
    width: 130,
    wide: true,
    cell: ({ log_type: type }) => words.types[type] ?? type,
    file: ({ log_type: type }) => words.types[type] ?? type,
  },
  {
    id: "message",
    title: words.message,
    cell: (entry) => <Message entry={entry} />,
    file: (entry) => entry.message,
  },
  {
    id: "agent",
    title: words.agent,
    width: 160,
    wide: true,
    cell: ({ agent, agent_id: agentId }) =>
      agentId ? (
        <TextLink to="/agents/$agentId" params={{ agentId }} size="md">
          {agent ?? agentId}
        </TextLink>
      ) : (
        words.server
      ),
    file: (entry) => entry.agent ?? "",
  },
];

function Level({ entry: { log_level: level } }: { entry: DebugLogEntry }) {
  return <Status tone={TONES[level]} label={words.levels[level] ?? level} />;
}

/** On a phone, what the other columns say is below the message. */
function Message({ entry }: { entry: DebugLogEntry }) {
  const runId = runOf(entry.message);
  return (
    <>
      <Text inherit lineClamp={3} style={{ overflowWrap: "anywhere" }}>
        {sentence(entry.message)}
      </Text>
      {runId && (
        <div>
          <TextLink to="/runs/$runId" params={{ runId }} size="sm">
            {words.run(runId)}
          </TextLink>
        </div>
      )}
      <Text size="sm" c="dimmed" hiddenFrom="sm" component="div">
        <Level entry={entry} /> · {entry.agent ?? words.server} · <Ago time={entry.entry_time} />
      </Text>
    </>
  );
}

function wholeMessage({ message }: DebugLogEntry) {
  if (message.length <= LONG) return null;
  return (
    <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
      {message}
    </Text>
  );
}

export function DebugList({ agentId }: { agentId?: string }) {
  const [filters] = useFilters();
  const refetchInterval = useFallbackInterval();
  // There is no topic for the log: it is read again while somebody looks at it.
  const query = useQuery({
    ...debugQuery(filters, agentId),
    refetchInterval: refetchInterval || 15_000,
  });
  return (
    <Stack gap="sm">
      <DebugFilters agentId={agentId} columns={columns} />
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.title}
              columns={agentId ? columns.filter(({ id }) => id !== "agent") : columns}
              rows={results}
              id={(entry) => entry.id}
              detail={wholeMessage}
              detailLabel={(entry) => words.wholeMessage(formatMoment(entry.entry_time))}
              empty={<Empty title={words.none} hint={words.noneHint} />}
            />
            <Pager count={count} size={PAGE_SIZE} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
