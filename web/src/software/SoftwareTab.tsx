/** What is installed on this computer; more is installed and removed from here. */
import { Group, Stack, Text } from "@mantine/core";
import { IconPackage, IconPackageImport, IconRefresh } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lackOf } from "../agents/capabilities";
import { offlineReason } from "../agents/presence";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { answer, api, type Schema } from "../api/client";
import { useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { CsvButton } from "../ui/CsvButton";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilter } from "../ui/useFilter";
import { inventoryColumns } from "./inventoryColumns";
import { software as words } from "./messages";
import { inventoryQuery } from "./queries";
import { SoftwareDialogs, SoftwareRun } from "./SoftwareDialogs";

export default function SoftwareTab() {
  const agentId = useAgentId();
  const query = useQuery(inventoryQuery(agentId));
  useLiveQueries(["software"], [inventoryQuery(agentId).queryKey]);
  const { data: agent } = useQuery(agentQuery(agentId));
  return (
    <Stack gap="md">
      <SoftwareRun />
      <Loaded query={query}>
        {(inventory) => (
          <>
            <Inventory agentId={agentId} inventory={inventory} />
            {agent && <SoftwareDialogs agent={agent} items={inventory.software} />}
          </>
        )}
      </Loaded>
    </Stack>
  );
}

interface InventoryProps {
  agentId: string;
  inventory: Schema<"SoftwareInventory">;
}

function Inventory({ agentId, inventory }: InventoryProps) {
  const [search, setSearch] = useFilter("search");
  const { data: agent } = useQuery(agentQuery(agentId));
  const refresh = useAction({
    act: () =>
      answer(api.PUT("/software/{agent_id}/", { params: { path: { agent_id: agentId } } })),
    done: (fresh) => words.refreshed(fresh.software.length),
    refresh: [inventoryQuery(agentId).queryKey],
  });
  const dialog = useDialog();
  const columns = inventoryColumns(lackOf(agent, "uninstall_software"));
  const install = (
    <ActionButton
      right="can_manage_software"
      blocked={lackOf(agent, "install_software")}
      leftSection={<IconPackageImport size={16} />}
      onClick={() => dialog.show("install")}
    >
      {words.install}
    </ActionButton>
  );
  const button = (
    <ActionButton
      right="can_manage_software"
      blocked={lackOf(agent, "list_software") ?? (agent && offlineReason(agent, words.offline))}
      variant="default"
      leftSection={<IconRefresh size={16} />}
      loading={refresh.isPending}
      onClick={() => refresh.mutate()}
    >
      {words.refresh}
    </ActionButton>
  );
  if (!inventory.collected_at) {
    return (
      <Empty
        title={words.never}
        hint={words.neverHint}
        icon={<IconPackage size={26} stroke={1.5} />}
      >
        {button}
        {install}
      </Empty>
    );
  }
  const found = inventory.software.filter((item) =>
    `${item.name} ${item.publisher}`.toLowerCase().includes(search.trim().toLowerCase()),
  );
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          value={search}
          onSearch={setSearch}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Text size="sm" c="dimmed">
          {words.found(found.length)} · {words.collected} <Ago time={inventory.collected_at} />
        </Text>
        <Group gap="xs" ml="auto">
          {button}
          <CsvButton
            name={`software-${agent?.hostname ?? agentId}`}
            columns={columns}
            rows={found}
          />
          {install}
        </Group>
      </Group>
      <DataTable
        label={words.title}
        columns={columns}
        rows={found}
        id={(item) => `${item.source} ${item.name} ${item.version} ${item.location}`}
        order="name"
        empty={<NothingFound />}
      />
    </Stack>
  );
}
