/** Clients with their sites below them. */
import { ActionIcon, Group, Menu, Table, Text } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronRight,
  IconDeviceDesktop,
  IconDeviceDesktopPlus,
  IconDots,
  IconPencil,
  IconPlus,
  IconShieldCheck,
  IconTool,
  IconTrash,
} from "@tabler/icons-react";
import { useState } from "react";
import { useRights } from "../accounts/me";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { formatNumber } from "../texts/format";
import { ActionItem, IconAction } from "../ui/actions";
import tableClasses from "../ui/DataTable.module.css";
import { useDialog } from "../ui/dialog";
import { MenuLink, TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Status } from "../ui/Status";
import { clients as words } from "./messages";
import { type Client, clientsQuery, type Site } from "./queries";

interface ClientTableProps {
  clients: Client[];
  /** Whether sites are shown at first: when they are what was searched for. */
  open: boolean;
}

export function ClientTable({ clients, open }: ClientTableProps) {
  return (
    <div className={tableClasses.frame}>
      <Table aria-label={words.title} className={tableClasses.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.name}</Table.Th>
            <Table.Th style={{ textAlign: "right", width: 90 }}>{words.agents}</Table.Th>
            <Table.Th className={tableClasses.wide}>{words.health}</Table.Th>
            <Table.Th style={{ width: 52 }} aria-label={ui.more} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {clients.map((client) => (
            <ClientRows key={client.id} client={client} open={open || clients.length <= 12} />
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function ClientRows({ client, open }: { client: Client; open: boolean }) {
  const [toggled, setToggled] = useState(false);
  const shown = open !== toggled;
  return (
    <>
      <Table.Tr>
        <Table.Td>
          <Group gap={6} wrap="nowrap">
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={words.expand(client.name)}
              aria-expanded={shown}
              onClick={() => setToggled(!toggled)}
            >
              {shown ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
            </ActionIcon>
            <Text fw={600}>{client.name}</Text>
          </Group>
        </Table.Td>
        <Counts of={client} filter={{ client: String(client.id) }} />
        <Table.Td>
          <ClientMenu client={client} />
        </Table.Td>
      </Table.Tr>
      {shown &&
        client.sites.map((site) => (
          <Table.Tr key={site.id}>
            <Table.Td pl={48}>{site.name}</Table.Td>
            <Counts of={site} filter={{ site: String(site.id) }} />
            <Table.Td>
              <SiteMenu site={site} only={client.sites.length === 1} />
            </Table.Td>
          </Table.Tr>
        ))}
    </>
  );
}

function Counts({ of, filter }: { of: Client | Site; filter: Record<string, string> }) {
  const { error, warning } = of.failing_checks;
  return (
    <>
      <Table.Td style={{ textAlign: "right" }}>
        <TextLink to="/agents" search={filter} size="md">
          {formatNumber(of.agent_count)}
        </TextLink>
      </Table.Td>
      <Table.Td className={tableClasses.wide}>
        {of.maintenance_mode ? (
          <Status tone="maintenance" label={words.maintenance} />
        ) : error + warning > 0 ? (
          <Status tone={error > 0 ? "bad" : "warning"} label={words.failing(error, warning)} />
        ) : (
          <Text size="sm" c="dimmed">
            {words.healthy}
          </Text>
        )}
      </Table.Td>
    </>
  );
}

function ClientMenu({ client }: { client: Client }) {
  const dialog = useDialog();
  return (
    <RowMenu label={client.name}>
      <AgentsItem filter={{ client: String(client.id) }} />
      <ActionItem
        right="can_manage_clients"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("edit-client", client.id)}
      >
        {ui.edit}
      </ActionItem>
      <ActionItem
        right="can_manage_sites"
        leftSection={<IconPlus size={16} />}
        onClick={() => dialog.show("add-site", client.id)}
      >
        {words.addSite}
      </ActionItem>
      <PoliciesItem place={`client-${client.id}`} />
      <MaintenanceItem type="Client" of={client} />
      <Menu.Divider />
      <ActionItem
        right="can_manage_clients"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => dialog.show("delete-client", client.id)}
      >
        {words.deleteClient}
      </ActionItem>
    </RowMenu>
  );
}

function SiteMenu({ site, only }: { site: Site; only: boolean }) {
  const dialog = useDialog();
  return (
    <RowMenu label={site.name}>
      <AgentsItem filter={{ site: String(site.id) }} />
      <ActionItem
        right="can_manage_sites"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("edit-site", site.id)}
      >
        {ui.edit}
      </ActionItem>
      <MenuLink
        to="/install"
        search={{ site: String(site.id) }}
        leftSection={<IconDeviceDesktopPlus size={16} />}
      >
        {words.install}
      </MenuLink>
      <PoliciesItem place={`site-${site.id}`} />
      <MaintenanceItem type="Site" of={site} />
      <Menu.Divider />
      <ActionItem
        right="can_manage_sites"
        blocked={only ? words.onlySite : undefined}
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => dialog.show("delete-site", site.id)}
      >
        {words.deleteSite}
      </ActionItem>
    </RowMenu>
  );
}

function RowMenu({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <IconAction label={`${ui.more}: ${label}`}>
          <IconDots size={18} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>{children}</Menu.Dropdown>
    </Menu>
  );
}

function AgentsItem({ filter }: { filter: Record<string, string> }) {
  return (
    <MenuLink to="/agents" search={filter} leftSection={<IconDeviceDesktop size={16} />}>
      {words.showAgents}
    </MenuLink>
  );
}

function PoliciesItem({ place }: { place: string }) {
  const { may } = useRights();
  if (!may("can_list_automation_policies")) return null;
  return (
    <MenuLink
      to="/policies/overview"
      search={{ dialog: `set-policies:${place}` }}
      leftSection={<IconShieldCheck size={16} />}
    >
      {words.policies}
    </MenuLink>
  );
}

function MaintenanceItem({ type, of }: { type: "Client" | "Site"; of: Client | Site }) {
  const change = useAction({
    act: () => {
      const body = { type, id: of.id, action: !of.maintenance_mode };
      return answer(api.POST("/agents/maintenance/bulk/", { body }));
    },
    done: (message) => message,
    refresh: [clientsQuery.queryKey, ["agents"]],
  });
  return (
    <ActionItem
      right="can_edit_agent"
      leftSection={<IconTool size={16} />}
      onClick={() => change.mutate()}
    >
      {of.maintenance_mode ? words.endMaintenance : words.startMaintenance}
    </ActionItem>
  );
}
