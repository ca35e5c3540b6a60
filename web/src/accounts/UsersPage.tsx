import { Group, Menu, Text } from "@mantine/core";
import {
  IconDeviceLaptop,
  IconDots,
  IconLock,
  IconPencil,
  IconPlus,
  IconShieldOff,
  IconTrash,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { ActionButton, ActionItem, IconAction } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { SearchBox } from "../ui/SearchBox";
import { Status } from "../ui/Status";
import { Empty, Loaded } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { accounts, users as words } from "./messages";
import { type User, usersQuery } from "./queries";
import { UserDialogs } from "./UserDialogs";

export default function UsersPage() {
  const [search, setSearch] = useFilter("search");
  const dialog = useDialog();
  const query = useQuery(usersQuery);
  useLiveQueries(["config"], [usersQuery.queryKey]);
  const add = (
    <ActionButton
      right="can_manage_accounts"
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("add-user")}
    >
      {words.add}
    </ActionButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <SearchBox value={search} onSearch={setSearch} maw={360} />
      <Loaded query={query}>
        {(all) => (
          <>
            <DataTable
              label={words.title}
              columns={columns}
              rows={all.filter((user) => textOf(user).includes(search.toLowerCase()))}
              id={(user) => user.id}
              order="username"
              faded={(user) => !user.is_active}
              onOpen={(user) => dialog.show("edit-user", user.id)}
              empty={<Empty title={words.none} />}
            />
            <UserDialogs all={all} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

const fullName = (user: User) => `${user.first_name} ${user.last_name}`.trim();
const textOf = (user: User) =>
  `${user.username} ${fullName(user)} ${user.email} ${user.role_name}`.toLowerCase();

const columns: Column<User>[] = [
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
