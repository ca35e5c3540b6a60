/** What came of a bulk action: agent by agent, or equal results together. */
import { Group, SegmentedControl, Select, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import { RunOutput } from "../runs/RunOutput";
import { RunStatus } from "../runs/RunStatus";
import { formatDuration } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Status } from "../ui/Status";
import { saveFile } from "../ui/saveFile";
import { Loaded, NothingFound } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import { BulkGroups } from "./BulkGroups";
import { bulk as words } from "./messages";
import { type Bulk, type BulkResult, PER_PAGE, resultsFile, resultsQuery } from "./queries";
import { Glance } from "./resultOutput";

export function BulkResults({ bulk }: { bulk: Bulk }) {
  const [filters, setFilters] = useFilters();
  const isGrouped = filters.view === "groups";
  const download = useAction({
    act: () => resultsFile(bulk.id, filters),
    onDone: (text) => saveFile(`bulk-${bulk.id}.csv`, text, "text/csv"),
  });
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          placeholder={words.searchResults}
          onSearch={(search) => setFilters({ search, page: undefined })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Select
          aria-label={words.result}
          placeholder={words.all}
          data={Object.entries(words.counts).map(([value, label]) => ({ value, label }))}
          value={filters.status ?? null}
          onChange={(status) => setFilters({ status: status ?? undefined, page: undefined })}
          clearable
          w={160}
        />
        <SegmentedControl
          aria-label={words.view}
          value={isGrouped ? "groups" : "agents"}
          onChange={(view) => setFilters({ view: view === "groups" ? view : undefined })}
          data={[
            { value: "agents", label: words.byAgent },
            { value: "groups", label: words.byOutput },
          ]}
        />
        <ActionButton
          variant="default"
          ml="auto"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          CSV
        </ActionButton>
      </Group>
      {isGrouped ? <BulkGroups bulk={bulk} /> : <ResultTable bulk={bulk} />}
    </Stack>
  );
}

function ResultTable({ bulk }: { bulk: Bulk }) {
  const [filters] = useFilters();
  const interval = useFallbackInterval(2_000);
  const query = useQuery({
    ...resultsQuery(bulk.id, filters),
    refetchInterval: bulk.status === "running" ? interval : false,
  });
  return (
    <Loaded query={query}>
      {({ results, count }) => (
        <>
          <DataTable
            label={words.result}
            columns={columns}
            rows={results}
            id={(result) => result.agent_id}
            detail={(result) => ("outcome" in result ? null : <RunOutput id={result.id} />)}
            detailLabel={(result) => words.outputOf(result.hostname)}
            empty={<NothingFound />}
          />
          <Pager count={count} size={PER_PAGE} />
        </>
      )}
    </Loaded>
  );
}

const BAD = new Set(["failed", "timed_out", "interrupted"]);

const columns: Column<BulkResult>[] = [
  {
    id: "agent",
    title: words.agent,
    width: 210,
    cell: (result) => (
      <>
        <TextLink to="/agents/$agentId" params={{ agentId: result.agent_id }} size="md">
          {result.hostname}
        </TextLink>
        <Text size="xs" c="dimmed">
          {[result.client, result.site].filter(Boolean).join(" · ")}
        </Text>
      </>
    ),
    sort: (result) => result.hostname,
  },
  {
    id: "result",
    title: words.result,
    width: 170,
    cell: (result) =>
      "outcome" in result ? (
        <>
          <Status tone="quiet" label={words.outcomes[result.outcome] ?? result.outcome} />
          {result.reason && (
            <Text size="xs" c="dimmed">
              {result.reason}
            </Text>
          )}
        </>
      ) : (
        <RunStatus status={result.status} />
      ),
    sort: (result) => result.status,
  },
  {
    id: "code",
    title: words.code,
    width: 70,
    align: "right",
    wide: true,
    cell: (result) => ("outcome" in result ? "" : result.retcode),
    sort: (result) => ("outcome" in result ? null : result.retcode),
  },
  {
    id: "output",
    title: words.output,
    cell: (result) =>
      "outcome" in result ? (
        ""
      ) : (
        <>
          <Glance printed={result} isBad={BAD.has(result.status)} />
          {result.problem && (
            <Text size="xs" c="dimmed">
              {result.problem}
            </Text>
          )}
        </>
      ),
  },
  {
    id: "took",
    title: words.took,
    width: 90,
    align: "right",
    wide: true,
    cell: (result) =>
      "outcome" in result || typeof result.execution_time !== "number"
        ? ""
        : formatDuration(result.execution_time),
    sort: (result) => ("outcome" in result ? null : result.execution_time),
  },
];
