/** Clients and sites with the policies of their computers: what is set where. */
import { Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { clientsQuery } from "../clients/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { useRights } from "../session/me";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Loaded } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useFilter } from "../ui/useFilter";
import { policies as page } from "./messages";
import { PolicyTree } from "./PolicyTree";
import { overviewQuery, policiesQuery } from "./queries";
import { POLICIES_TABS } from "./tabs";

export default function OverviewPage() {
  const [search, setSearch] = useFilter("search");
  const { surely } = useRights();
  const refetchInterval = useFallbackInterval();
  const tree = useQuery({ ...overviewQuery, refetchInterval });
  const policies = useQuery({ ...policiesQuery, refetchInterval });
  const { data: clients } = useQuery({ ...clientsQuery, enabled: surely("can_list_clients") });
  useLiveQueries(["config"], [["policies"], clientsQuery.queryKey]);
  return (
    <Page title={page.title} about={page.overviewAbout}>
      <TabBar label={page.title} tabs={POLICIES_TABS} />
      <Loaded query={policies}>
        {(all) => (
          <Loaded query={tree}>
            {(places) => (
              <Stack gap="sm">
                <SearchBox value={search} onSearch={setSearch} maw={360} />
                <PolicyTree all={all} places={places} clients={clients ?? []} search={search} />
              </Stack>
            )}
          </Loaded>
        )}
      </Loaded>
    </Page>
  );
}
