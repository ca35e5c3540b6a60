/** The fleet: clients and sites on the left, their agents on the right. */
import { Box, Group, Text, Title } from "@mantine/core";
import { useDocumentTitle, useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import type { GridApi } from "ag-grid-community";
import { lazy, Suspense, useMemo, useState } from "react";
import { useRights } from "../accounts/me";
import { BulkDialog } from "../bulk/BulkDialog";
import { ClientTree } from "../clients/ClientTree";
import { clientsQuery } from "../clients/queries";
import { definitionsOf } from "../customFields/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { useDialog } from "../ui/dialog";
import { LinesSkeleton, ProblemNotice } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { fleetColumns } from "./columns";
import { FleetEmpty } from "./FleetEmpty";
import classes from "./FleetPage.module.css";
import { FleetToolbar } from "./FleetToolbar";
import { useFleet } from "./fleet";
import { type AgentRow, fleetFilter } from "./fleetRows";
import { applyLayout, storedLayout, storeLayout } from "./layout";
import { agents } from "./messages";
import { SelectionBar } from "./SelectionBar";

// Fetched while the first rows are on their way, not after them.
const grid = import("./AgentGrid");
const AgentGrid = lazy(() => grid);

export default function FleetPage() {
  useDocumentTitle(`${agents.title} · Muster`);
  const [filters, setFilters] = useFilters();
  const [tree, setTree] = useLocalStorage({ key: "muster.fleet.tree", defaultValue: true });
  const [grid, setGrid] = useState<GridApi<AgentRow> | null>(null);
  const [chosen, setChosen] = useState<AgentRow[]>([]);
  const { data: definitions } = useQuery(definitionsOf("agent"));
  const columns = useMemo(() => fleetColumns(definitions ?? []), [definitions]);
  const fleet = useFleet(fleetFilter(filters));

  const dialog = useDialog();
  // Every row chosen means the filter itself: also what the table has not loaded yet.
  const everything = chosen.length === 0 || chosen.length === fleet.rows.length;
  const aim = everything
    ? { filter: fleetFilter(filters) }
    : { agents: chosen.map((agent) => agent.agent_id) };

  const ready = (api: GridApi<AgentRow>) => {
    applyLayout(api, storedLayout());
    setGrid(api);
  };
  const empty = fleet.query.isSuccess && fleet.rows.length === 0;
  return (
    <Box className={classes.page}>
      {tree && (
        <aside className={classes.tree} aria-label={agents.tree}>
          <Places />
        </aside>
      )}
      <section className={classes.list} aria-labelledby="agents-title">
        <Group gap="sm" align="baseline">
          <Title order={1} id="agents-title">
            {agents.title}
          </Title>
          <Loading loaded={fleet.rows.length} total={fleet.total} />
        </Group>
        <FleetToolbar
          filters={filters}
          onFilter={setFilters}
          grid={grid}
          columns={columns}
          tree={tree}
          onTree={setTree}
        />
        {chosen.length > 0 && <SelectionBar chosen={chosen} onClear={() => grid?.deselectAll()} />}
        <Box className={classes.grid}>
          {fleet.query.isError && (
            <ProblemNotice error={fleet.query.error} onRetry={() => void fleet.query.refetch()} />
          )}
          {empty && <FleetEmpty filtered={Object.keys(fleetFilter(filters)).length > 0} />}
          {!empty && (fleet.query.isPending || definitions === undefined) && (
            <LinesSkeleton lines={12} />
          )}
          {!empty && fleet.query.isSuccess && definitions !== undefined && (
            <Suspense fallback={<LinesSkeleton lines={12} />}>
              <AgentGrid
                label={agents.grid}
                rows={fleet.rows}
                columns={columns}
                onReady={ready}
                onLayout={storeLayout}
                onSelect={setChosen}
              />
            </Suspense>
          )}
        </Box>
      </section>
      {dialog.open?.name === "bulk" && dialog.open.subject && (
        <BulkDialog mode={dialog.open.subject} aim={aim} onClose={dialog.close} />
      )}
    </Box>
  );
}

function Loading({ loaded, total }: { loaded: number; total: number }) {
  return (
    <Text size="sm" c="dimmed" role="status" className="numbers">
      {loaded < total
        ? agents.shownOf(formatNumber(loaded), formatNumber(total))
        : agents.shown(total)}
    </Text>
  );
}

function Places() {
  const [filters, setFilters] = useFilters();
  const refetchInterval = useFallbackInterval();
  const allowed = useRights().may("can_list_clients");
  const { data } = useQuery({ ...clientsQuery, refetchInterval, enabled: allowed });
  useLiveQueries(["config", "checks"], [clientsQuery.queryKey]);
  if (!data) return <LinesSkeleton />;
  const place = {
    ...(filters.client && { client: Number(filters.client) }),
    ...(filters.site && { site: Number(filters.site) }),
  };
  return (
    <ClientTree
      clients={data}
      place={place}
      onChoose={({ client, site }) =>
        setFilters({ client: client?.toString(), site: site?.toString() }, { step: true })
      }
    />
  );
}
