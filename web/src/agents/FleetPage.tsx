/** The fleet: clients and sites on the left, their agents on the right. */
import { Box, Group, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useMemo, useRef, useState } from "react";
import { definitionsOf } from "../customFields/queries";
import { PendingNotice } from "../pendingAgents/PendingNotice";
import { usePreferences } from "../preferences/preferences";
import { useConnectKeys } from "../remote/useConnectKeys";
import { useRights } from "../session/me";
import { gridCsv } from "../ui/grid/columns";
import { Grid } from "../ui/grid/Grid";
import { columnsOf } from "../ui/grid/layout";
import type { GridHandle } from "../ui/grid/props";
import type { Spot } from "../ui/SpotMenu";
import { saveFile } from "../ui/saveFile";
import { sorted } from "../ui/sorting";
import { LinesSkeleton, ProblemNotice } from "../ui/states";
import { useTitle } from "../ui/title";
import { useFilters } from "../ui/useFilter";
import { queryOf } from "../views/content";
import { viewsOf } from "../views/queries";
import { ViewMenu } from "../views/ViewMenu";
import { fleetColumns } from "./columns";
import { FleetCount } from "./FleetCount";
import { FleetDialogs } from "./FleetDialogs";
import { FleetEmpty } from "./FleetEmpty";
import classes from "./FleetPage.module.css";
import { FleetToolbar } from "./FleetToolbar";
import { useFleet } from "./fleet";
import { type AgentRow, FILTERS, fleetFilter } from "./fleetRows";
import { useFleetLayout } from "./layout";
import { agents } from "./messages";
import { useMetricColumns } from "./metricColumns";
import { SearchNotes } from "./SearchNotes";
import { SelectionBar } from "./SelectionBar";
import { TreePane } from "./TreePane";
import { useChosenAgents } from "./useChosenAgents";

const RowMenu = lazy(() => import("./RowMenu"));

const agentId = (agent: AgentRow) => agent.agent_id;
const hostname = (agent: AgentRow) => agent.hostname;
const address = (agent: AgentRow) => `/ui/agents/${agent.agent_id}`;

export default function FleetPage() {
  useTitle(agents.title);
  const [filters, setFilters] = useFilters();
  const filter = fleetFilter(filters);
  const order = filters.sort ?? "";
  const [tree, setTree] = useLocalStorage({ key: "muster.fleet.tree", defaultValue: true });
  const grid = useRef<GridHandle<AgentRow>>(null);
  const [menu, setMenu] = useState<{ agent: AgentRow; spot: Spot } | null>(null);
  const { data: definitions } = useQuery(definitionsOf("agent"));
  const columns = useMemo(() => fleetColumns(definitions ?? []), [definitions]);
  const { data: views } = useQuery(viewsOf("agents"));
  const view = views?.find((one) => String(one.id) === filters.view);
  const [layout, setLayout] = useFleetLayout(columns, view);
  const filled = useMetricColumns(columns, layout.shown);
  const now = { query: queryOf(filters, FILTERS), columns: layout.shown, sort: order };
  const fleet = useFleet(filter, order);
  const rows = useMemo(() => sorted(fleet.rows, order, filled), [fleet.rows, order, filled]);
  const { chosen, chosenRows, setChosen, clear, kept } = useChosenAgents(rows);

  const navigate = useNavigate();
  const open = ({ agent_id }: AgentRow, search = {}) =>
    void navigate({ to: "/agents/$agentId", params: { agentId: agent_id }, search });
  useConnectKeys(() => grid.current?.current());
  const { may } = useRights();
  const edits = usePreferences().dbl_click_action === "editagent" && may("can_edit_agent");
  // All of them are sent as the filter: ten thousand ids would say no more.
  const everything = chosenRows.length === fleet.total;
  const target = everything ? { filter } : { agents: chosenRows.map(agentId) };
  const save = () => saveFile("agents.csv", gridCsv(columnsOf(filled, layout), rows), "text/csv");
  const empty = fleet.query.isSuccess && rows.length === 0;
  return (
    <Box className={classes.page}>
      {tree && may("can_list_clients") && <TreePane />}
      <section className={classes.list} aria-labelledby="agents-title">
        <Group gap="sm" align="baseline">
          <Title order={1} id="agents-title">
            {agents.title}
          </Title>
          <FleetCount rows={rows} total={fleet.total} />
          <Box ml="auto">
            <ViewMenu page="agents" view={view} now={now} />
          </Box>
        </Group>
        <PendingNotice />
        <FleetToolbar
          filters={filters}
          onFilter={setFilters}
          columns={columns}
          layout={layout}
          onLayout={setLayout}
          onExport={save}
          tree={tree}
          onTree={setTree}
          onEnter={() => grid.current?.enter()}
        />
        <SearchNotes search={filters.search ?? ""} />
        {chosenRows.length > 0 && <SelectionBar chosen={chosenRows} onClear={clear} />}
        <Box className={classes.grid}>
          {fleet.query.isError && (
            <ProblemNotice error={fleet.query.error} onRetry={() => void fleet.query.refetch()} />
          )}
          {empty && <FleetEmpty filtered={Object.keys(filter).length > 0} />}
          {fleet.query.isPending && <LinesSkeleton lines={12} />}
          {rows.length > 0 && (
            <Grid
              label={agents.grid}
              columns={filled}
              rows={rows}
              id={agentId}
              name={hostname}
              address={address}
              layout={layout}
              onLayout={setLayout}
              order={order}
              onOrder={(sort) => setFilters({ sort })}
              chosen={chosen}
              onChoose={setChosen}
              onOpen={open}
              onDoubleClick={(agent) => open(agent, edits ? { dialog: "edit" } : {})}
              onMenu={(agent, spot) => setMenu({ agent, spot })}
              from={kept.position}
              onPosition={(position) => {
                kept.position = position;
              }}
              handle={grid}
            />
          )}
        </Box>
      </section>
      {menu && (
        <Suspense>
          <RowMenu {...menu} onClose={() => setMenu(null)} />
        </Suspense>
      )}
      <FleetDialogs
        target={chosenRows.length > 0 ? target : null}
        platforms={chosenRows.map(({ plat }) => plat)}
        now={now}
      />
    </Box>
  );
}
