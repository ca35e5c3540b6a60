/** Clients with their sites below them. */
import { ActionIcon, Group, Menu, Table, Text } from "@mantine/core";
import { IconChevronDown, IconChevronRight, IconDots } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import { formatNumber } from "../texts/format";
import { IconAction } from "../ui/actions";
import tableClasses from "../ui/DataTable.module.css";
import { TextLink } from "../ui/links";
import { ui } from "../ui/messages";
import { Status } from "../ui/Status";
import { healthOf } from "./health";
import { ClientMenuItems, SiteMenuItems } from "./menuItems";
import { clients as words } from "./messages";
import type { Client, Site } from "./queries";

interface ClientTableProps {
  clients: Client[];
  /** Whether sites are expanded by default: when the search matched them. */
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
          <RowMenu label={client.name}>
            <ClientMenuItems client={client} />
          </RowMenu>
        </Table.Td>
      </Table.Tr>
      {shown &&
        client.sites.map((site) => (
          <Table.Tr key={site.id}>
            <Table.Td pl={48}>{site.name}</Table.Td>
            <Counts of={site} filter={{ site: String(site.id) }} />
            <Table.Td>
              <RowMenu label={site.name}>
                <SiteMenuItems site={site} only={client.sites.length === 1} />
              </RowMenu>
            </Table.Td>
          </Table.Tr>
        ))}
    </>
  );
}

function Counts({ of, filter }: { of: Client | Site; filter: Record<string, string> }) {
  const facts = healthOf(of);
  return (
    <>
      <Table.Td style={{ textAlign: "right" }}>
        <TextLink to="/agents" search={filter} size="md">
          {formatNumber(of.agent_count)}
        </TextLink>
      </Table.Td>
      <Table.Td className={tableClasses.wide}>
        {facts.length > 0 ? (
          <Group gap="md">
            {facts.map(({ tone, label }) => (
              <Status key={label} tone={tone} label={label} />
            ))}
          </Group>
        ) : (
          <Text size="sm" c="dimmed">
            {words.healthy}
          </Text>
        )}
      </Table.Td>
    </>
  );
}

function RowMenu({ label, children }: { label: string; children: ReactNode }) {
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
