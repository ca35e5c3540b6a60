/** The agents by how they stand with updates; each leads to its own. */
import { Alert, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AgentStatus } from "../agents/AgentStatus";
import type { AgentRow } from "../agents/fleetRows";
import { agents } from "../agents/messages";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { updates, fleetUpdates as words } from "./messages";
import { allPatients, PER_PAGE, patientsQuery, unknownQuery } from "./queries";
import { severitiesOf } from "./standing";
import { UPDATE_TABS } from "./tabs";
import { standingText, UpdateStanding } from "./UpdateStanding";

export default function UpdateAgentsPage() {
  const [filters] = useFilters();
  const refetchInterval = useFallbackInterval(60_000);
  const query = useQuery({ ...patientsQuery(filters), refetchInterval });
  useLiveQueries(["updates"], [["agents", "withUpdates"]], 3_000);
  const shown = filters.show ?? "missing";
  return (
    <Page title={words.title} about={words.aboutAgents[shown] ?? words.about}>
      <TabBar label={words.title} tabs={UPDATE_TABS} />
      <FilterBar label={words.updates} kinds={words.showAgents}>
        <CsvButton name="agents-updates" columns={columns} rows={() => allPatients(filters)} />
      </FilterBar>
      {shown !== "unknown" && <NotScanned />}
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.byAgent}
              columns={columns}
              rows={results}
              id={(agent) => agent.agent_id}
              empty={<Empty title={words.noAgents[shown] ?? ""} />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

/** Who was not scanned is in no list of what is missing: say so. */
function NotScanned() {
  const { data: unknown = 0 } = useQuery(unknownQuery);
  if (unknown === 0) return null;
  return (
    <Alert color="gray" py="xs">
      <Group gap="xs">
        {words.notScanned(unknown)}
        <TextLink to="/updates/agents" search={{ show: "unknown" }} size="sm">
          {words.showThem}
        </TextLink>
      </Group>
    </Alert>
  );
}

const severityText = ({ updates: counted }: AgentRow) =>
  severitiesOf(counted)
    .map(([severity, count]) => `${updates.severities[severity]} ${formatNumber(count)}`)
    .join(" · ");

const columns: Column<AgentRow>[] = [
  {
    id: "hostname",
    title: words.host,
    cell: ({ agent_id, hostname }) => (
      <TextLink to="/agents/$agentId/updates" params={{ agentId: agent_id }} size="md" fw={500}>
        {hostname}
      </TextLink>
    ),
    sort: (agent) => agent.hostname,
  },
  {
    id: "status",
    title: words.status,
    width: 110,
    wide: true,
    cell: ({ status }) => <AgentStatus status={status} />,
    file: ({ status }) => status,
  },
  {
    id: "client_name",
    title: words.client,
    wide: true,
    cell: (agent) => agent.client_name,
    sort: (agent) => agent.client_name,
  },
  {
    id: "site_name",
    title: words.site,
    wide: true,
    cell: (agent) => agent.site_name,
    sort: (agent) => agent.site_name,
  },
  {
    id: "updates",
    title: words.updates,
    width: 170,
    cell: (agent) => <UpdateStanding agent={agent} />,
    file: standingText,
  },
  {
    id: "severities",
    title: updates.severity,
    cell: severityText,
    file: severityText,
  },
  {
    id: "approved",
    title: words.approved,
    width: 100,
    align: "right",
    wide: true,
    cell: ({ updates: { approved } }) => (approved === 0 ? "" : formatNumber(approved)),
    file: ({ updates: { approved } }) => approved,
  },
  {
    id: "reboot",
    title: words.reboot,
    width: 100,
    wide: true,
    cell: (agent) => (agent.needs_reboot ? agents.rebootNeeded : ""),
    file: (agent) => (agent.needs_reboot ? agents.rebootNeeded : ""),
  },
  {
    id: "scanned_at",
    title: words.lastScan,
    width: 140,
    cell: ({ updates: { scanned_at } }) => <Ago time={scanned_at} />,
    file: ({ updates: { scanned_at } }) => scanned_at ?? "",
  },
];
