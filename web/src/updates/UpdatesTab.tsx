/** Updates of one agent: what is available, what was decided, and what was installed. */
import { Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Agent, agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import type { Chosen } from "../ui/grid/selection";
import { Ago } from "../ui/Moment";
import { TickAll, tickColumn } from "../ui/SelectionColumn";
import { Empty, Loaded } from "../ui/states";
import { type Filters, useFilters } from "../ui/useFilter";
import { agentUpdateColumns } from "./agentColumns";
import { DecisionBar } from "./DecisionBar";
import { FailedScan } from "./FailedScan";
import { fleetUpdates, updates as words } from "./messages";
import { type AgentUpdate, decideRows, updatesQuery } from "./queries";
import { SeverityFilter } from "./SeverityFilter";
import { UpdateActions } from "./UpdateActions";
import { UpdateDetails } from "./UpdateDetails";
import { isBusy } from "./UpdateState";
import { UpdateStatus } from "./UpdateStatus";

/** How often the list is read again while an agent installs something. */
const PROGRESS_EVERY = 5_000;

export default function UpdatesTab() {
  const agentId = useAgentId();
  const [filters] = useFilters();
  const [ticked, setTicked] = useState<Chosen>(new Set());
  const fallback = useFallbackInterval();
  const query = useQuery({
    ...updatesQuery(agentId),
    // Progress is in no event.
    refetchInterval: ({ state }) => (state.data?.some(isBusy) ? PROGRESS_EVERY : fallback),
  });
  const { data: agent } = useQuery(agentQuery(agentId));
  useLiveQueries(["updates"], [updatesQuery(agentId).queryKey, agentQuery(agentId).queryKey]);
  const rows = (query.data ?? []).filter((update) => visible(update, filters));
  // Of all updates: a filter leaves the columns where they are.
  const columns = agentUpdateColumns(query.data ?? []);
  const open = rows.filter(({ installed }) => !installed).map(idOf);
  // A decision applies to visible rows only: a filter that hides a row also deselects it.
  const chosen: Chosen = new Set(open.filter((id) => ticked.has(id)));
  const ticks = { chosen, onChoose: setTicked, id: idOf, name: ({ title }: AgentUpdate) => title };
  return (
    <Stack gap="sm">
      <FilterBar label={words.state} kinds={words.filter}>
        <SeverityFilter />
        <CsvButton name={`updates-${agentId}`} columns={columns} rows={rows} />
        <UpdateActions
          agentId={agentId}
          guids={rows.filter((update) => chosen.has(idOf(update))).map(({ guid }) => guid)}
          onInstall={() => setTicked(new Set())}
        />
      </FilterBar>
      {agent && <Scanned agent={agent} />}
      {agent && <FailedScan agentId={agentId} scannedAt={agent.updates.scanned_at} />}
      {chosen.size > 0 && (
        <DecisionBar
          count={chosen.size}
          decide={(action) => decideRows([...chosen].map(Number), action)}
          onClear={() => setTicked(new Set())}
          reach={fleetUpdates.onAgent}
        />
      )}
      <Loaded query={query}>
        {() => (
          <>
            <TickAll
              ids={open}
              label={fleetUpdates.selectPage(open.length)}
              chosen={chosen}
              onChoose={setTicked}
            />
            <DataTable
              label={words.title}
              columns={[withoutInstalled(tickColumn(ticks)), ...columns]}
              rows={rows}
              id={(update) => update.id}
              order="title"
              detail={(update) => <UpdateDetails update={update} />}
              detailLabel={({ title }) => words.details(title)}
              faded={(update) => update.action === "ignore"}
              empty={agent && <NoUpdates agent={agent} />}
            />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

const idOf = ({ id }: AgentUpdate) => String(id);

/** An installed update needs no decision. */
function withoutInstalled(column: Column<AgentUpdate>): Column<AgentUpdate> {
  return { ...column, cell: (update) => (update.installed ? null : column.cell(update)) };
}

function Scanned({ agent }: { agent: Agent }) {
  return (
    <Group gap="md">
      <UpdateStatus agent={agent} />
      <Text size="sm" c="dimmed">
        {words.lastScan}: <Ago time={agent.updates.scanned_at} />
      </Text>
    </Group>
  );
}

/** "Never scanned" and "nothing found" are two different states. */
function NoUpdates({ agent }: { agent: Agent }) {
  if (!agent.updates.scanned_at) {
    return <Empty title={words.neverScanned} hint={words.neverScannedHint} />;
  }
  const hint = agent.updates.missing === 0 ? words.upToDateHint : undefined;
  return <Empty title={words.none} hint={hint} />;
}

function visible(update: AgentUpdate, { show = "open", search = "", severity }: Filters): boolean {
  const fits = show === "all" || update.installed === (show === "installed");
  const isSevere = !severity || update.severity === (severity === "other" ? "" : severity);
  const text = `${update.title} ${update.kb}`.toLowerCase();
  return fits && isSevere && text.includes(search.trim().toLowerCase());
}
