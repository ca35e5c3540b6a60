/** Settings > Global settings > API keys. */
import { Group, Stack, Text } from "@mantine/core";
import { IconKey, IconPlus } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { ActionButton } from "../ui/actions";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { ApiKeyDialogs } from "./ApiKeyDialogs";
import { apiKeyColumns, isExpired } from "./apiKeyColumns";
import { apiKeys as words } from "./messages";
import { keysQuery } from "./queries";

export default function ApiKeysTab() {
  const [search, setSearch] = useFilter("search");
  const dialog = useDialog();
  const query = useQuery(keysQuery);
  useLiveQueries(["config"], [keysQuery.queryKey]);
  const add = (
    <ActionButton
      right="can_manage_api_keys"
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("create-key")}
    >
      {words.add}
    </ActionButton>
  );
  return (
    <Loaded query={query}>
      {(all) => (
        <Stack gap="sm">
          <Text size="sm" c="dimmed">
            {words.about}
          </Text>
          {all.length > 0 && (
            <Group gap="xs" justify="space-between">
              <SearchBox
                value={search}
                onSearch={setSearch}
                style={{ flex: "1 1 200px", maxWidth: 360 }}
              />
              {add}
            </Group>
          )}
          {all.length === 0 ? (
            <Empty
              title={words.none}
              hint={words.noneHint}
              icon={<IconKey size={26} stroke={1.5} />}
            >
              {add}
            </Empty>
          ) : (
            <DataTable
              label={words.title}
              columns={apiKeyColumns}
              rows={all.filter((key) =>
                `${key.name} ${key.username}`.toLowerCase().includes(search.toLowerCase()),
              )}
              id={(key) => key.id}
              order="name"
              faded={isExpired}
              empty={<NothingFound />}
            />
          )}
          <ApiKeyDialogs all={all} />
        </Stack>
      )}
    </Loaded>
  );
}
