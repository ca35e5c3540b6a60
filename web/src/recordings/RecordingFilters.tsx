/** What narrows the list of recordings. */
import { Button, Group, Select } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { usersQuery } from "../accounts/queries";
import { AgentFilter } from "../debugLog/AgentFilter";
import { remote } from "../remote/messages";
import { useRights } from "../session/me";
import { SearchBox } from "../ui/SearchBox";
import { type Filters, useFilters } from "../ui/useFilter";
import { recordings as words } from "./messages";

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export function RecordingFilters() {
  const [filters, setFilters] = useFilters();
  const { surely } = useRights();
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: surely("can_list_accounts") });
  const narrow = (changes: Filters) => setFilters({ ...changes, page: undefined });
  return (
    <Group gap="xs">
      <SearchBox
        value={filters.search ?? ""}
        onSearch={(search) => narrow({ search })}
        style={{ flex: "1 1 180px", maxWidth: 320 }}
      />
      <AgentFilter agentId={filters.agent} onChange={(agent) => narrow({ agent })} />
      <Select
        aria-label={words.column.kind}
        placeholder={words.anyKind}
        data={choices(remote.kinds)}
        value={filters.kind ?? null}
        onChange={(kind) => narrow({ kind: kind ?? undefined })}
        clearable
        w={140}
      />
      <Select
        aria-label={words.column.state}
        placeholder={words.anyState}
        data={choices(words.states)}
        value={filters.state ?? null}
        onChange={(state) => narrow({ state: state ?? undefined })}
        clearable
        w={150}
      />
      {users.length > 0 && (
        <Select
          aria-label={words.column.user}
          placeholder={words.anyUser}
          data={users.map(({ username }) => username)}
          value={filters.user ?? null}
          onChange={(user) => narrow({ user: user ?? undefined })}
          searchable
          clearable
          w={140}
        />
      )}
      {filters.session && (
        <Button
          variant="default"
          rightSection={<IconX size={14} />}
          aria-label={words.allSessions}
          onClick={() => narrow({ session: undefined })}
        >
          {words.oneSession}
        </Button>
      )}
    </Group>
  );
}
