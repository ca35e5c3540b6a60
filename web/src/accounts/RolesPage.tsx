import { Text } from "@mantine/core";
import { IconPlus, IconShieldLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useLiveQueries } from "../live/live";
import { ALL_RIGHTS } from "../session/rights";
import { formatNumber } from "../texts/format";
import { ActionButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { List } from "../ui/List";
import { TextLink } from "../ui/links";
import { Page } from "../ui/Page";
import { roles as words } from "./messages";
import { type Role, rolesQuery } from "./queries";

export default function RolesPage() {
  const navigate = useNavigate();
  const query = useQuery(rolesQuery);
  useLiveQueries(["config"], [rolesQuery.queryKey]);
  const add = (
    <ActionButton
      right="can_manage_roles"
      leftSection={<IconPlus size={16} />}
      onClick={() => void navigate({ to: "/settings/roles/$roleId", params: { roleId: "new" } })}
    >
      {words.add}
    </ActionButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <List
        query={query}
        label={words.title}
        columns={columns}
        id={(role) => role.id}
        order="name"
        onOpen={(role) =>
          void navigate({ to: "/settings/roles/$roleId", params: { roleId: String(role.id) } })
        }
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconShieldLock size={26} stroke={1.5} />,
          children: add,
        }}
      />
    </Page>
  );
}

const held = (role: Role) => ALL_RIGHTS.filter((right) => role[right]).length;

const columns: Column<Role>[] = [
  {
    id: "name",
    title: words.name,
    cell: (role) => (
      <TextLink
        to="/settings/roles/$roleId"
        params={{ roleId: String(role.id) }}
        size="md"
        fw={500}
        c="var(--mantine-color-text)"
      >
        {role.name}
      </TextLink>
    ),
    sort: (role) => role.name,
  },
  {
    id: "rights",
    title: words.rights,
    cell: (role) =>
      role.is_superuser
        ? words.everything
        : words.rightsCount(formatNumber(held(role)), formatNumber(ALL_RIGHTS.length)),
    sort: (role) => (role.is_superuser ? ALL_RIGHTS.length + 1 : held(role)),
  },
  {
    id: "scope",
    title: words.scope,
    wide: true,
    cell: (role) => (
      <Text inherit c="dimmed">
        {words.scopeCount(role.can_view_clients.length, role.can_view_sites.length) ||
          words.wholeFleet}
      </Text>
    ),
  },
  {
    id: "users",
    title: words.users,
    align: "right",
    width: 90,
    cell: (role) => formatNumber(role.user_count),
    sort: (role) => role.user_count,
  },
];
