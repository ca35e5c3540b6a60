/** The agents that wait for updates; each leads to its own. */
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { AgentStatus } from "../agents/AgentStatus";
import type { AgentRow } from "../agents/fleetRows";
import { agents } from "../agents/messages";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { type Column, DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { fleetUpdates as words } from "./messages";
import { PER_PAGE, patientsQuery } from "./queries";
import { UPDATE_TABS } from "./tabs";

export default function UpdateAgentsPage() {
  const [filters, setFilters] = useFilters();
  const refetchInterval = useFallbackInterval(60_000);
  const query = useQuery({ ...patientsQuery(filters), refetchInterval });
  useLiveQueries(["updates"], [["agents", "withUpdates"]], 3_000);
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={UPDATE_TABS} />
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          onSearch={(search) => setFilters({ search, page: undefined })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
      </Group>
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.byAgent}
              columns={columns}
              rows={results}
              id={(agent) => agent.agent_id}
              empty={<Empty title={words.noAgents} hint={words.noAgentsHint} />}
            />
            <Pager count={count} size={PER_PAGE} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

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
    width: 120,
    cell: ({ status }) => <AgentStatus status={status} />,
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
    id: "reboot",
    title: words.reboot,
    width: 110,
    cell: (agent) => (agent.needs_reboot ? agents.rebootNeeded : ""),
  },
];
