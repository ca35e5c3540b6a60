/** The updates of the fleet, one row each: decide about many at once. */
import { Checkbox, Group, Paper, Select, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useAction } from "../api/queries";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { ActionButton } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { type Column, DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import { type Chosen, toggledRow } from "../ui/grid/selection";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { DECISIONS } from "./choices";
import { updates, fleetUpdates as words } from "./messages";
import {
  allUpdates,
  decide,
  type FleetUpdate,
  fleetUpdatesQuery,
  PER_PAGE,
  UPDATE_FILTERS,
} from "./queries";
import { UPDATE_TABS } from "./tabs";

export default function UpdatesPage() {
  const [filters, setFilters] = useFilters();
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const refetchInterval = useFallbackInterval(60_000);
  const query = useQuery({ ...fleetUpdatesQuery(filters), refetchInterval });
  useLiveQueries(["updates"], [["updates", "fleet"]], 3_000);
  const { data: clients = [] } = useQuery(clientsQuery);
  const columns = columnsFor(chosen, (guid) => setChosen(toggledRow(chosen, guid)));
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={UPDATE_TABS} />
      <FilterBar label={updates.state} kinds={updates.filter}>
        <Select
          aria-label={words.site}
          placeholder={words.site}
          data={siteChoices(clients)}
          value={filters.site ?? null}
          onChange={(site) => setFilters({ site: site ?? undefined, page: undefined })}
          searchable
          clearable
        />
        <CsvButton name="updates" columns={columns} rows={() => allUpdates(filters)} />
        <TableViews page="updates" filters={UPDATE_FILTERS} />
      </FilterBar>
      {chosen.size > 0 && (
        <DecisionBar chosen={chosen} site={filters.site} onClear={() => setChosen(new Set())} />
      )}
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.title}
              columns={columns}
              rows={results}
              id={(update) => update.guid}
              order="title"
              empty={<Empty title={words.none} hint={words.noneHint} />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

interface DecisionBarProps {
  chosen: Chosen;
  site: string | undefined;
  onClear: () => void;
}

function DecisionBar({ chosen, site, onClear }: DecisionBarProps) {
  const act = useAction({
    act: async (action: string) => {
      for (const guid of chosen) await decide(guid, action, site);
    },
    done: words.decided(chosen.size),
    refresh: [["updates"], ["agents", "fleet"], ["agents", "withUpdates"]],
    onDone: onClear,
  });
  return (
    <Paper withBorder px="sm" py={6} bg="var(--surface-raised)">
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {words.selected(chosen.size)}
        </Text>
        {DECISIONS.map(([action, label]) => (
          <ActionButton
            key={action}
            right="can_manage_winupdates"
            size="xs"
            variant="default"
            loading={act.isPending && act.variables === action}
            onClick={() => act.mutate(action)}
          >
            {label}
          </ActionButton>
        ))}
        <Text size="xs" c="dimmed">
          {site ? words.onSite : words.everywhere}
        </Text>
        <ActionButton size="xs" variant="subtle" color="gray" ml="auto" onClick={onClear}>
          {words.clear}
        </ActionButton>
      </Group>
    </Paper>
  );
}

function columnsFor(chosen: Chosen, onTick: (guid: string) => void): Column<FleetUpdate>[] {
  const counted = (id: "pending" | "installed" | "failed"): Column<FleetUpdate> => ({
    id,
    title: words[id],
    width: 100,
    align: "right",
    wide: id !== "pending",
    cell: ({ counts }) => (counts[id] === 0 ? "" : formatNumber(counts[id])),
    sort: ({ counts }) => counts[id],
  });
  return [
    {
      id: "chosen",
      title: "",
      width: 40,
      cell: ({ guid, title }) => (
        <Checkbox
          size="xs"
          aria-label={words.select(title)}
          checked={chosen.has(guid)}
          onChange={() => onTick(guid)}
        />
      ),
    },
    {
      id: "title",
      title: updates.update,
      cell: (update) => update.title,
      sort: (update) => update.title,
    },
    {
      id: "severity",
      title: updates.severity,
      width: 110,
      wide: true,
      cell: (update) => update.severity,
      sort: (update) => update.severity,
    },
    {
      id: "source",
      title: updates.source,
      width: 110,
      wide: true,
      cell: (update) => update.source,
      file: (update) => update.source,
    },
    counted("pending"),
    counted("failed"),
    counted("installed"),
  ];
}
