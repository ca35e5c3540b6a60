/** What the list of users shows, and what can be done with a user. */
import { Group, Menu, Text } from "@mantine/core";
import {
  IconDeviceLaptop,
  IconDots,
  IconLock,
  IconPencil,
  IconShieldOff,
  IconTrash,
} from "@tabler/icons-react";
import { ActionItem, IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Status } from "../ui/Status";
import { accounts, users as words } from "./messages";
import type { User } from "./queries";

export const userColumns: Column<User>[] = [
  {
    id: "username",
    title: accounts.username,
    cell: (user) => (
      <>
        <Text inherit fw={500}>
          {user.username}
        </Text>
        <Text size="xs" c="dimmed">
          {fullName(user)}
        </Text>
      </>
    ),
    sort: (user) => user.username,
  },
  {
    id: "email",
    title: accounts.email,
    wide: true,
    cell: (user) => user.email,
    sort: (user) => user.email,
  },
  {
    id: "role",
    title: words.role,
    cell: (user) => (user.is_superuser ? words.superuser : user.role_name || "–"),
    sort: (user) => (user.is_superuser ? words.superuser : user.role_name),
  },
  {
    id: "state",
    title: words.state,
    width: 120,
    wide: true,
    cell: (user) =>
      user.is_active ? (
        <Status
          tone={user.block_dashboard_login ? "info" : "good"}
          label={user.block_dashboard_login ? words.blocked : words.active}
        />
      ) : (
        <Status tone="quiet" label={words.disabled} />
      ),
    sort: (user) => user.is_active,
  },
  {
    id: "totp",
    title: words.totp,
    width: 140,
    wide: true,
    cell: (user) => (user.totp_enrolled ? words.totpOn : words.totpOff),
    sort: (user) => user.totp_enrolled,
  },
  {
    id: "login",
    title: words.lastLogin,
    width: 150,
    wide: true,
    cell: (user) => <Ago time={user.last_login} />,
    sort: (user) => user.last_login,
  },
  { id: "actions", title: "", width: 48, cell: (user) => <UserMenu user={user} /> },
];

function UserMenu({ user }: { user: User }) {
  const dialog = useDialog();
  const items = [
    ["edit-user", ui.edit, IconPencil],
    ["user-password", words.setPassword, IconLock],
    ["user-totp", words.resetTotp, IconShieldOff],
    ["user-sessions", words.sessions, IconDeviceLaptop],
  ] as const;
  return (
    <Group justify="flex-end">
      <Menu position="bottom-end" width={200}>
        <Menu.Target>
          <IconAction label={words.actions(user.username)}>
            <IconDots size={18} />
          </IconAction>
        </Menu.Target>
        <Menu.Dropdown>
          {items.map(([name, label, Icon]) => (
            <ActionItem
              key={name}
              right={name === "user-sessions" ? "can_list_accounts" : "can_manage_accounts"}
              leftSection={<Icon size={16} />}
              onClick={() => dialog.show(name, user.id)}
            >
              {label}
            </ActionItem>
          ))}
          <Menu.Divider />
          <ActionItem
            right="can_manage_accounts"
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => dialog.show("delete-user", user.id)}
          >
            {words.remove}…
          </ActionItem>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

export const fullName = (user: User) => `${user.first_name} ${user.last_name}`.trim();
