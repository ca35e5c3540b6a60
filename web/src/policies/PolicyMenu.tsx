import { Menu } from "@mantine/core";
import { IconCopy, IconDots, IconPencil, IconSitemap, IconTrash } from "@tabler/icons-react";
import { ActionItem, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { ui } from "../ui/messages";
import { policies as words } from "./messages";
import type { Policy } from "./queries";

export function PolicyMenu({ policy }: { policy: Policy }) {
  const dialog = useDialog();
  return (
    <Menu position="bottom-end" width={210}>
      <Menu.Target>
        <IconAction label={words.actionsOf(policy.name)}>
          <IconDots size={18} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItem
          right="can_manage_automation_policies"
          leftSection={<IconPencil size={16} />}
          onClick={() => dialog.show("edit-policy", policy.id)}
        >
          {ui.edit}
        </ActionItem>
        <ActionItem
          right="can_manage_automation_policies"
          leftSection={<IconCopy size={16} />}
          onClick={() => dialog.show("copy-policy", policy.id)}
        >
          {words.copy}
        </ActionItem>
        <MenuLink
          to="/policies/$policyId/reach"
          params={{ policyId: String(policy.id) }}
          leftSection={<IconSitemap size={16} />}
        >
          {words.tabReach}
        </MenuLink>
        <Menu.Divider />
        <ActionItem
          right="can_manage_automation_policies"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => dialog.show("delete-policy", policy.id)}
        >
          {words.remove}
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}
