/** The updates of the fleet, one row each: decide about many at once. */
import { Select } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { clientsQuery, siteChoices } from "../clients/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { FilterBar } from "../ui/FilterBar";
import type { Chosen } from "../ui/grid/selection";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { TickAll, tickColumn } from "../ui/SelectionColumn";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { DecisionBar } from "./DecisionBar";
import { fleetUpdateColumns } from "./fleetColumns";
import { updates, fleetUpdates as words } from "./messages";
import {
  allUpdates,
  decide,
  type FleetUpdate,
  fleetUpdatesQuery,
  PER_PAGE,
  UPDATE_FILTERS,
} from "./queries";
import { SeverityFilter } from "./SeverityFilter";
import { UPDATE_TABS } from "./tabs";
import { UpdateAgents } from "./UpdateAgents";

export default function UpdatesPage() {
  const [filters, setFilters] = useFilters();
  const [chosen, setChosen] = useState<Chosen>(new Set());
  const dialog = useDialog();
  const refetchInterval = useFallbackInterval(60_000);
  const query = useQuery({ ...fleetUpdatesQuery(filters), refetchInterval });
  useLiveQueries(["updates"], [["updates", "fleet"]], 3_000);
  const { data: clients = [] } = useQuery(clientsQuery);
  const idOf = ({ guid }: FleetUpdate) => guid;
  const ticks = { chosen, onChoose: setChosen, id: idOf, name: ({ title }: FleetUpdate) => title };
  const columns = [tickColumn(ticks), ...fleetUpdateColumns((guid) => dialog.show("update", guid))];
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={UPDATE_TABS} />
      <FilterBar label={updates.state} kinds={updates.filter}>
        <SeverityFilter />
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
        <DecisionBar
          count={chosen.size}
          decide={(action) => decide([...chosen], action, filters.site)}
          onClear={() => setChosen(new Set())}
          reach={filters.site ? words.onSite : words.everywhere}
        >
          <SelectAll
            total={query.data?.count ?? 0}
            chosen={chosen}
            read={() => allUpdates(filters)}
            onChoose={setChosen}
          />
        </DecisionBar>
      )}
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <TickAll
              ids={results.map(idOf)}
              label={words.selectPage(results.length)}
              chosen={chosen}
              onChoose={setChosen}
            />
            <DataTable
              label={words.title}
              columns={columns}
              rows={results}
              id={idOf}
              order="title"
              empty={<Empty title={words.none} hint={words.noneHint} />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
      {dialog.open?.name === "update" && dialog.open.subject && (
        <UpdateAgents guid={dialog.open.subject} site={filters.site} onClose={dialog.close} />
      )}
    </Page>
  );
}

interface SelectAllProps {
  /** How many match, on all pages. */
  total: number;
  chosen: Chosen;
  read: () => Promise<FleetUpdate[]>;
  onChoose: (chosen: Chosen) => void;
}

function SelectAll({ total, chosen, read, onChoose }: SelectAllProps) {
  const all = useAction({
    act: read,
    onDone: (rows) => onChoose(new Set(rows.map(({ guid }) => guid))),
  });
  if (chosen.size >= total) return null;
  return (
    <ActionButton size="xs" variant="subtle" loading={all.isPending} onClick={() => all.mutate()}>
      {words.selectAll(total)}
    </ActionButton>
  );
}
