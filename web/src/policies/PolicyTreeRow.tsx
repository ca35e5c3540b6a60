/** A client or a site, with its policies and what can be done with them. */
import { Box, Group, Menu, Table, Text } from "@mantine/core";
import { IconDots, IconPencil, IconRestore } from "@tabler/icons-react";
import { ActionItem, IconAction } from "../ui/actions";
import tableClasses from "../ui/DataTable.module.css";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { policies as page, reach as words } from "./messages";
import { RIGHT_TO_SET } from "./queries";
import type { TreeRow } from "./tree";

export function PolicyTreeRow({ row, names, toggle }: PolicyTreeRowProps) {
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

interface PolicyTreeRowProps {
  row: TreeRow;
  names: Map<number, string>;
  toggle?: React.ReactNode;
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
