/** The results of a bulk action: agent by agent, or equal results together. */
import { Group, SegmentedControl, Select, Stack } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import { RunOutput } from "../runs/RunOutput";
import { ActionButton } from "../ui/actions";
import { DataTable } from "../ui/DataTable";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { saveFile } from "../ui/saveFile";
import { Loaded, NothingFound } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import { BulkGroups } from "./BulkGroups";
import { bulk as words } from "./messages";
import { type Bulk, PER_PAGE, resultsFile, resultsQuery } from "./queries";
import { resultColumns } from "./resultColumns";

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
            columns={resultColumns}
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
