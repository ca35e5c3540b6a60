/** Clients and sites as a tree, each with the policies of its computers. */
import { ActionIcon, Table } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { useState } from "react";
import type { Client } from "../clients/queries";
import tableClasses from "../ui/DataTable.module.css";
import { useDialog } from "../ui/dialog";
import { NothingFound } from "../ui/states";
import { policies as page, reach as words } from "./messages";
import { PolicyTreeRow } from "./PolicyTreeRow";
import type { ClientOverview, Policy } from "./queries";
import { ResetUpdates } from "./ResetUpdates";
import { SetPoliciesDialog } from "./SetPoliciesDialog";
import { foundRows, type TreeRow, treeRows } from "./tree";

interface TreeProps {
  all: Policy[];
  places: ClientOverview[];
  clients: Client[];
  search: string;
}

export function PolicyTree({ all, places, clients, search }: TreeProps) {
  const { open, close } = useDialog();
  const rows = treeRows(places, all, clients);
  const found = foundRows(rows, search);
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
  row: TreeRow & { sites: TreeRow[] };
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
      <PolicyTreeRow row={row} names={names} toggle={toggle} />
      {shown && row.sites.map((site) => <PolicyTreeRow key={site.key} row={site} names={names} />)}
    </>
  );
}
