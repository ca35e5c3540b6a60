/** Clients and sites as a tree, each with the policies of its computers. */
import { ActionIcon, Box, Group, Menu, Table, Text } from "@mantine/core";
import {
  IconChevronDown,
  IconChevronRight,
  IconDots,
  IconPencil,
  IconRestore,
} from "@tabler/icons-react";
import { useState } from "react";
import type { Client } from "../clients/queries";
import { ActionItem, IconAction } from "../ui/actions";
import tableClasses from "../ui/DataTable.module.css";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { NothingFound } from "../ui/states";
import { policies as page, reach as words } from "./messages";
import { type ClientOverview, type Policy, RIGHT_TO_SET } from "./queries";
import { ResetUpdates } from "./ResetUpdates";
import { SetPoliciesDialog } from "./SetPoliciesDialog";
import { foundPlaces, type PlaceRow, placeRows } from "./tree";

interface TreeProps {
  all: Policy[];
  places: ClientOverview[];
  clients: Client[];
  search: string;
}

export function PolicyTree({ all, places, clients, search }: TreeProps) {
  const { open, close } = useDialog();
  const rows = placeRows(places, all, clients);
  const found = foundPlaces(rows, search);
  const edited = rows
    .flatMap((row) => [row, ...row.sites])
    .find(({ key }) => key === open?.subject);
  const names = new Map(all.map((policy) => [policy.id, policy.name]));
  return (
    <>
      {found.length === 0 ? (
        <NothingFound />
      ) : (
        <div className={tableClasses.frame}>
          <Table aria-label={page.overview} className={tableClasses.table} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{words.place}</Table.Th>
                <Table.Th className={tableClasses.wide}>{words.servers}</Table.Th>
                <Table.Th className={tableClasses.wide}>{words.workstations}</Table.Th>
                <Table.Th style={{ width: 52 }} aria-label={words.setPolicies} />
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {found.map((row) => (
                <Rows
                  key={row.key}
                  row={row}
                  names={names}
                  open={search !== "" || found.length <= 12}
                />
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {open?.name === "reset-own-updates" && edited && (
        <ResetUpdates row={edited} onClose={close} />
      )}
      {open?.name === "set-policies" && edited && (
        <SetPoliciesDialog
          target={edited.target}
          title={words.setPoliciesOf(edited.name)}
          before={edited}
          onClose={close}
        />
      )}
    </>
  );
}

interface RowsProps {
  row: PlaceRow & { sites: PlaceRow[] };
  names: Map<number, string>;
  open: boolean;
}

function Rows({ row, names, open }: RowsProps) {
  const [toggled, setToggled] = useState(false);
  const shown = open !== toggled;
  const toggle = row.sites.length > 0 && (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={words.expand(row.name)}
      aria-expanded={shown}
      onClick={() => setToggled(!toggled)}
    >
      {shown ? <IconChevronDown size={16} /> : <IconChevronRight size={16} />}
    </ActionIcon>
  );
  return (
    <>
      <PlaceCells row={row} names={names} toggle={toggle} />
      {shown && row.sites.map((site) => <PlaceCells key={site.key} row={site} names={names} />)}
    </>
  );
}

interface PlaceCellsProps {
  row: PlaceRow;
  names: Map<number, string>;
  toggle?: React.ReactNode;
}

function PlaceCells({ row, names, toggle }: PlaceCellsProps) {
  const dialog = useDialog();
  return (
    <Table.Tr>
      <Table.Td pl={row.target.kind === "site" ? 48 : row.target.kind === "all" ? 40 : undefined}>
        <Group gap={6} wrap="nowrap">
          {toggle}
          <Text inherit fw={row.target.kind === "site" ? 400 : 600}>
            {row.name}
          </Text>
          {row.block && (
            <Text size="xs" c="var(--tone-warning)">
              {words.blocks}
            </Text>
          )}
        </Group>
        {/* The columns of their own have no room on a narrow screen. */}
        <Box hiddenFrom="sm" fz="sm" pl={toggle ? 28 : 0}>
          {row.server_policy !== null && (
            <div>
              {words.servers}: <PolicyLink id={row.server_policy} names={names} />
            </div>
          )}
          {row.workstation_policy !== null && (
            <div>
              {words.workstations}: <PolicyLink id={row.workstation_policy} names={names} />
            </div>
          )}
        </Box>
      </Table.Td>
      <Table.Td className={tableClasses.wide}>
        <PolicyLink id={row.server_policy} names={names} />
      </Table.Td>
      <Table.Td className={tableClasses.wide}>
        <PolicyLink id={row.workstation_policy} names={names} />
      </Table.Td>
      <Table.Td>
        <Menu position="bottom-end" width={250}>
          <Menu.Target>
            <IconAction label={page.actionsOf(row.name)}>
              <IconDots size={18} />
            </IconAction>
          </Menu.Target>
          <Menu.Dropdown>
            <ActionItem
              right={RIGHT_TO_SET[row.target.kind]}
              leftSection={<IconPencil size={16} />}
              onClick={() => dialog.show("set-policies", row.key)}
            >
              {words.setPolicies}
            </ActionItem>
            <ActionItem
              right="can_manage_automation_policies"
              leftSection={<IconRestore size={16} />}
              onClick={() => dialog.show("reset-own-updates", row.key)}
            >
              {words.resetUpdates}
            </ActionItem>
          </Menu.Dropdown>
        </Menu>
      </Table.Td>
    </Table.Tr>
  );
}

function PolicyLink({ id, names }: { id: number | null; names: Map<number, string> }) {
  if (id === null) {
    return (
      <Text span inherit c="dimmed">
        –
      </Text>
    );
  }
  return (
    <TextLink to="/policies/$policyId" params={{ policyId: String(id) }} size="md">
      {names.get(id) ?? `#${id}`}
    </TextLink>
  );
}
