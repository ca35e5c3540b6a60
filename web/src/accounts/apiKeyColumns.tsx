/** What the list of API keys shows, and what can be done with a key. */
import { Menu, Text } from "@mantine/core";
import { IconDots, IconPencil, IconRefresh, IconTrash } from "@tabler/icons-react";
import { ActionItem, IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { Status } from "../ui/Status";
import { apiKeys as words } from "./messages";
import type { ApiKey } from "./queries";

export const apiKeyColumns: Column<ApiKey>[] = [
  {
    id: "name",
    title: words.name,
    cell: (key) => (
      <>
        <Text inherit fw={500}>
          {key.name}
        </Text>
        <Text size="xs" c="dimmed" ff="monospace">
          {key.prefix}…
        </Text>
      </>
    ),
    sort: (key) => key.name,
  },
  { id: "user", title: words.user, cell: (key) => key.username, sort: (key) => key.username },
  {
    id: "narrowing",
    title: words.narrowing,
    wide: true,
    cell: (key) => (
      <Text size="sm" c="dimmed">
        {narrowing(key)}
      </Text>
    ),
  },
  {
    id: "expiration",
    title: words.expiration,
    wide: true,
    cell: (key) =>
      isExpired(key) ? (
        <Status tone="bad" label={words.expired} />
      ) : key.expiration ? (
        <Ago time={key.expiration} />
      ) : (
        words.never
      ),
    sort: (key) => key.expiration,
  },
  {
    id: "used",
    title: words.lastUsed,
    cell: (key) =>
      key.last_used ? (
        <>
          <Ago time={key.last_used} />
          {key.last_used_ip && (
            <Text size="xs" c="dimmed">
              {words.from} {key.last_used_ip}
            </Text>
          )}
        </>
      ) : (
        <Text inherit c="dimmed">
          {words.neverUsed}
        </Text>
      ),
    sort: (key) => key.last_used,
  },
  { id: "actions", title: "", width: 48, cell: (key) => <KeyMenu apiKey={key} /> },
];

function KeyMenu({ apiKey }: { apiKey: ApiKey }) {
  const dialog = useDialog();
  return (
    <Menu position="bottom-end" width={180}>
      <Menu.Target>
        <IconAction label={words.actions(apiKey.name)}>
          <IconDots size={18} />
        </IconAction>
      </Menu.Target>
      <Menu.Dropdown>
        <ActionItem
          right="can_manage_api_keys"
          leftSection={<IconPencil size={16} />}
          onClick={() => dialog.show("edit-key", apiKey.id)}
        >
          {words.edit(apiKey.name)}
        </ActionItem>
        <ActionItem
          right="can_manage_api_keys"
          leftSection={<IconRefresh size={16} />}
          onClick={() => dialog.show("rotate-key", apiKey.id)}
        >
          {words.rotate}…
        </ActionItem>
        <Menu.Divider />
        <ActionItem
          right="can_manage_api_keys"
          color="red"
          leftSection={<IconTrash size={16} />}
          onClick={() => dialog.show("revoke-key", apiKey.id)}
        >
          {words.revoke}…
        </ActionItem>
      </Menu.Dropdown>
    </Menu>
  );
}

export const isExpired = (key: ApiKey) =>
  !!key.expiration && Date.parse(key.expiration) < Date.now();

export function narrowing(key: ApiKey): string {
  const parts = [
    key.read_only && words.readOnly,
    key.rights.length > 0 && `${words.rights}: ${key.rights.length}`,
    key.clients.length > 0 && `${words.clients}: ${key.clients.length}`,
    key.sites.length > 0 && `${words.sites}: ${key.sites.length}`,
    key.networks.length > 0 && key.networks.join(", "),
  ];
  return parts.filter(Boolean).join(" · ") || words.everything;
}
