/** The list of runs with its filters: of one agent, or of all. */
import { Group, Select, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { CsvButton } from "../ui/CsvButton";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { fileColumns, runsForFile } from "./file";
import { runs } from "./messages";
import { RUN_FILTERS, RUNS_PER_PAGE, runsQuery } from "./queries";
import { RunTable } from "./RunTable";

const choices = (words: Record<string, string>) =>
  Object.entries(words).map(([value, label]) => ({ value, label }));

const DAYS = [
  { value: "1", label: runs.lastDay },
  { value: "7", label: runs.lastDays("7") },
  { value: "30", label: runs.lastDays("30") },
];

export function RunList({ agent }: { agent?: string }) {
  const [filters, setFilters] = useFilters();
  const refetchInterval = useFallbackInterval(5_000);
  const query = useQuery({ ...runsQuery(filters, agent), refetchInterval });
  useLiveQueries(["runs"], [["runs", "list"]]);
  const narrow = (changes: Record<string, string | null>) =>
    setFilters({ ...clean(changes), page: undefined });
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          onSearch={(search) => narrow({ search })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Select
          aria-label={runs.column.status}
          placeholder={runs.anyStatus}
          data={choices(runs.status)}
          value={filters.status ?? null}
          onChange={(status) => narrow({ status })}
          clearable
          w={140}
        />
        <Select
          aria-label={runs.column.type}
          placeholder={runs.anyType}
          data={choices(runs.type)}
          value={filters.type ?? null}
          onChange={(type) => narrow({ type })}
          clearable
          w={170}
        />
        <Select
          aria-label={runs.column.time}
          placeholder={runs.allTime}
          data={DAYS}
          value={filters.days ?? null}
          onChange={(days) => narrow({ days })}
          clearable
          w={140}
        />
        <Group gap="xs" ml="auto">
          <CsvButton name="runs" columns={fileColumns} rows={() => runsForFile(filters, agent)} />
          {!agent && <TableViews page="history" filters={RUN_FILTERS} />}
        </Group>
      </Group>
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <RunTable rows={results} ofAgent={agent !== undefined} />
            <Pager count={count} size={RUNS_PER_PAGE} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function clean(changes: Record<string, string | null>) {
  return Object.fromEntries(
    Object.entries(changes).map(([name, value]) => [name, value ?? undefined]),
  );
}
