/** The agents by their update status; each leads to its own updates. */
import { Alert, Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { CsvButton } from "../ui/CsvButton";
import { DataTable } from "../ui/DataTable";
import { FilterBar } from "../ui/FilterBar";
import { TextLink } from "../ui/links";
import { Page } from "../ui/Page";
import { Pager } from "../ui/Pager";
import { Empty, Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilters } from "../ui/useFilter";
import { byAgentColumns } from "./byAgentColumns";
import { fleetUpdates as words } from "./messages";
import { agentsWithUpdatesQuery, allAgentsWithUpdates, PER_PAGE, unknownQuery } from "./queries";
import { UPDATE_TABS } from "./tabs";

export default function UpdateAgentsPage() {
  const [filters] = useFilters();
  const refetchInterval = useFallbackInterval(60_000);
  const query = useQuery({ ...agentsWithUpdatesQuery(filters), refetchInterval });
  useLiveQueries(["updates"], [["agents", "withUpdates"]], 3_000);
  const shown = filters.show ?? "missing";
  return (
    <Page title={words.title} about={words.aboutAgents[shown] ?? words.about}>
      <TabBar label={words.title} tabs={UPDATE_TABS} />
      <FilterBar label={words.updates} kinds={words.showAgents}>
        <CsvButton
          name="agents-updates"
          columns={byAgentColumns}
          rows={() => allAgentsWithUpdates(filters)}
        />
      </FilterBar>
      {shown !== "unknown" && <NotScanned />}
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            <DataTable
              label={words.byAgent}
              columns={byAgentColumns}
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

/** Agents that were not scanned are in no list of missing updates: say so. */
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
