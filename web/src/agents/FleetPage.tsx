/** The fleet: clients and sites on the left, their agents on the right. */
import { Box, Group, Text, Title } from "@mantine/core";
import { useLocalStorage } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense, useEffect, useMemo, useRef, useState } from "react";
import { definitionsOf } from "../customFields/queries";
import { usePreferences } from "../preferences/preferences";
import { useRights } from "../session/me";
import { formatNumber } from "../texts/format";
import { gridCsv } from "../ui/grid/columns";
import { Grid } from "../ui/grid/Grid";
import { columnsOf } from "../ui/grid/layout";
import type { GridHandle } from "../ui/grid/props";
import type { Chosen } from "../ui/grid/selection";
import type { GridPlace } from "../ui/grid/useViewport";
import { Memory, useMemory } from "../ui/memory";
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
import { FleetDialogs } from "./FleetDialogs";
import { FleetEmpty } from "./FleetEmpty";
import classes from "./FleetPage.module.css";
import { FleetToolbar } from "./FleetToolbar";
import { useFleet } from "./fleet";
import { type AgentRow, FILTERS, fleetFilter } from "./fleetRows";
import { useFleetLayout } from "./layout";
import { agents } from "./messages";
import { Places } from "./Places";
import { SelectionBar } from "./SelectionBar";
import { unknownIn } from "./searchWords";

const RowMenu = lazy(() => import("./RowMenu"));

const agentId = (agent: AgentRow) => agent.agent_id;

const hostname = (agent: AgentRow) => agent.hostname;

const address = (agent: AgentRow) => `/ui/agents/${agent.agent_id}`;

const NONE: Chosen = new Set();

/** What was chosen, and how far it was scrolled. */
const memory = new Memory<{ chosen: Chosen; place?: GridPlace }>();

export default function FleetPage() {
  useTitle(agents.title);
  const [filters, setFilters] = useFilters();
  const filter = fleetFilter(filters);
  const order = filters.sort ?? "";
  const [tree, setTree] = useLocalStorage({ key: "muster.fleet.tree", defaultValue: true });
  const kept = useMemory(memory, { chosen: NONE });
  const [chosen, setChosen] = useState(kept.chosen);
  useEffect(() => {
    kept.chosen = chosen;
  }, [kept, chosen]);
  const grid = useRef<GridHandle>(null);
  const [menu, setMenu] = useState<{ agent: AgentRow; spot: Spot } | null>(null);
  const { data: definitions } = useQuery(definitionsOf("agent"));
  const columns = useMemo(() => fleetColumns(definitions ?? []), [definitions]);
  const { data: views } = useQuery(viewsOf("agents"));
  const view = views?.find((one) => String(one.id) === filters.view);
  const [layout, setLayout] = useFleetLayout(columns, view);
  const now = { query: queryOf(filters, FILTERS), columns: layout.shown, sort: order };
  const fleet = useFleet(filter, order);
  const rows = useMemo(() => sorted(fleet.rows, order, columns), [fleet.rows, order, columns]);
  const chosenRows = useMemo(
    () => (chosen.size === 0 ? [] : rows.filter((agent) => chosen.has(agent.agent_id))),
    [rows, chosen],
  );

  const navigate = useNavigate();
  const open = ({ agent_id }: AgentRow, search = {}) =>
    void navigate({ to: "/agents/$agentId", params: { agentId: agent_id }, search });
  const { may } = useRights();
  const edits = usePreferences().dbl_click_action === "editagent" && may("can_edit_agent");
  // All of them are told to the server as the filter: ten thousand names say no more.
  const everything = chosenRows.length === fleet.total;
  const aim = everything ? { filter } : { agents: chosenRows.map(agentId) };
  const save = () => saveFile("agents.csv", gridCsv(columnsOf(columns, layout), rows), "text/csv");
  const empty = fleet.query.isSuccess && rows.length === 0;
  return (
    <Box className={classes.page}>
      {tree && may("can_list_clients") && <TreePane />}
      <section className={classes.list} aria-labelledby="agents-title">
        <Group gap="sm" align="baseline">
          <Title order={1} id="agents-title">
            {agents.title}
          </Title>
          <Loading loaded={rows.length} total={fleet.total} />
          <Box ml="auto">
            <ViewMenu page="agents" view={view} now={now} />
          </Box>
        </Group>
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
        {chosenRows.length > 0 && (
          <SelectionBar chosen={chosenRows} onClear={() => setChosen(NONE)} />
        )}
        <Box className={classes.grid}>
          {fleet.query.isError && (
            <ProblemNotice error={fleet.query.error} onRetry={() => void fleet.query.refetch()} />
          )}
          {empty && <FleetEmpty filtered={Object.keys(filter).length > 0} />}
          {fleet.query.isPending && <LinesSkeleton lines={12} />}
          {rows.length > 0 && (
            <Grid
              label={agents.grid}
              columns={columns}
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
              from={kept.place}
              onPlace={(place) => {
                kept.place = place;
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
        aim={chosenRows.length > 0 ? aim : null}
        platforms={chosenRows.map(({ plat }) => plat)}
        now={now}
      />
    </Box>
  );
}

/** As wide as it was last made. */
function TreePane() {
  const [width, setWidth] = useLocalStorage({
    key: "muster.fleet.treeWidth",
    defaultValue: 240,
    getInitialValueInEffect: false,
  });
  return (
    <aside
      className={classes.tree}
      style={{ width }}
      aria-label={agents.tree}
      onPointerUp={(event) => setWidth(event.currentTarget.offsetWidth)}
    >
      <Places />
    </aside>
  );
}

/** What the search asks for and does not exist: otherwise nobody would know why nothing matches. */
function SearchNotes({ search }: { search: string }) {
  const unknown = unknownIn(search);
  return (
    <Text size="sm" c="var(--tone-warning)" role="status" component="div" hidden={!unknown.length}>
      {unknown.map((sentence) => (
        <div key={sentence}>{sentence}</div>
      ))}
    </Text>
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
