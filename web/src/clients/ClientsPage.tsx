/** Clients and sites: the example for pages with dialogs, forms and a live list. */
import { Stack } from "@mantine/core";
import { IconBuilding, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import ClientDialogs from "./ClientDialogs";
import { ClientTable } from "./ClientTable";
import { matching } from "./matching";
import { clients } from "./messages";
import { clientsQuery } from "./queries";

export default function ClientsPage() {
  const [search, setSearch] = useFilter("search");
  const dialog = useDialog();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...clientsQuery, refetchInterval });
  useLiveQueries(["config", "agents"], [clientsQuery.queryKey]);

  const add = (
    <ActionButton
      right="can_manage_clients"
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("add-client")}
    >
      {clients.addClient}
    </ActionButton>
  );
  return (
    <Page title={clients.title} about={clients.about} actions={add}>
      <Loaded query={query}>
        {(all) => (
          <Stack gap="sm">
            {all.length > 0 && <SearchBox value={search} onSearch={setSearch} maw={360} />}
            {all.length === 0 ? (
              <Empty
                title={clients.none}
                hint={clients.noneHint}
                icon={<IconBuilding size={26} stroke={1.5} />}
              >
                {add}
              </Empty>
            ) : (
              <Found all={all} search={search} />
            )}
            <ClientDialogs all={all} />
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}

function Found({ all, search }: { all: Parameters<typeof matching>[0]; search: string }) {
  const found = matching(all, search);
  return found.length === 0 ? (
    <NothingFound />
  ) : (
    <ClientTable clients={found} open={search !== ""} />
  );
}
