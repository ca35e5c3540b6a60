/** The system's own log, searched on the agent. */
import { Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { Moment } from "../ui/Moment";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import type { Tone } from "../ui/theme";
import { type Filters, useFilters } from "../ui/useFilter";
import { eventLog as words } from "./messages";
import { type Entry, logQuery, PAGE_SIZE } from "./queries";

const LOGS = ["System", "Application", "Security"];
const DAYS = ["1", "3", "7", "30"];
const TONES: Record<string, Tone> = {
  WARNING: "warning",
  ERROR: "bad",
  AUDIT_FAILURE: "bad",
  AUDIT_SUCCESS: "good",
};

const columns: Column<Entry>[] = [
  {
    id: "kind",
    title: words.kind,
    width: 130,
    cell: ({ eventType }) => (
      <Status tone={TONES[eventType] ?? "info"} label={words.kinds[eventType] ?? eventType} />
    ),
  },
  {
    id: "time",
    title: words.time,
    width: 180,
    wide: true,
    cell: (entry) => <Moment time={entry.time} />,
  },
  { id: "source", title: words.source, width: 180, wide: true, cell: (entry) => entry.source },
  {
    id: "event",
    title: words.event,
    width: 80,
    wide: true,
    align: "right",
    cell: (entry) => entry.eventID || "",
  },
  {
    id: "message",
    title: words.message,
    cell: (entry) => (
      <Text size="sm" style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }} lineClamp={4}>
        {entry.message}
      </Text>
    ),
  },
];

export default function EventLogTab() {
  const agentId = useAgentId();
  const [filters, setFilters] = useFilters();
  const { data: agent } = useQuery(agentQuery(agentId));
  const online = agent?.status === "online";
  const query = useQuery({ ...logQuery(agentId, filters), enabled: online });
  if (agent && !online && !query.data) return <Empty title={words.offline} />;
  const narrow = (changes: Filters) => setFilters({ ...changes, page: undefined });
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          onSearch={(search) => narrow({ search })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Select
          aria-label={words.log}
          data={LOGS}
          value={filters.log ?? "System"}
          onChange={(log) => narrow({ log: log ?? undefined })}
          allowDeselect={false}
          w={140}
        />
        <Select
          aria-label={words.days}
          data={DAYS.map((value) => ({ value, label: words.lastDays(value) }))}
          value={filters.days ?? "1"}
          onChange={(days) => narrow({ days: days ?? undefined })}
          allowDeselect={false}
          w={140}
        />
        <Select
          aria-label={words.kind}
          placeholder={words.anyKind}
          data={Object.entries(words.kinds).map(([value, label]) => ({ value, label }))}
          value={filters.kind ?? null}
          onChange={(kind) => narrow({ kind: kind ?? undefined })}
          clearable
          w={150}
        />
      </Group>
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.title}
              columns={columns}
              rows={results}
              id={(entry) => entry.uid}
              empty={<Empty title={words.none} hint={words.noneHint} />}
            />
            <Pager count={count} size={PAGE_SIZE} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
