/** One's own API keys, and where keys are made. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { ButtonLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { apiKeys as words } from "./messages";
import { type ApiKey, keysQuery } from "./queries";

const columns: Column<ApiKey>[] = [
  { id: "name", title: words.name, cell: (key) => key.name, sort: (key) => key.name },
  {
    id: "prefix",
    title: words.prefix,
    wide: true,
    cell: (key) => (
      <Text inherit ff="monospace">
        {key.prefix}…
      </Text>
    ),
  },
  {
    id: "expiration",
    title: words.expiration,
    cell: (key) => (key.expiration ? <Ago time={key.expiration} /> : words.never),
    sort: (key) => key.expiration,
  },
  {
    id: "used",
    title: words.lastUsed,
    wide: true,
    cell: (key) => <Ago time={key.last_used} />,
    sort: (key) => key.last_used,
  },
];

export function OwnKeys({ username }: { username: string }) {
  const query = useQuery(keysQuery);
  return (
    <Panel>
      <PanelTitle
        actions={
          <ButtonLink to="/settings/global/api-keys" size="compact-sm" variant="default">
            {words.manage}
          </ButtonLink>
        }
      >
        {words.own}
      </PanelTitle>
      <Loaded query={query}>
        {(all) => (
          <DataTable
            label={words.own}
            columns={columns}
            rows={all.filter((key) => key.username === username)}
            id={(key) => key.id}
            order="name"
            sortFilter="keys"
            empty={
              <Text size="sm" c="dimmed">
                {words.ownNone}
              </Text>
            }
          />
        )}
      </Loaded>
    </Panel>
  );
}
