/** The filters of the audit log, and its download. */
import { Group, Select } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { usersQuery } from "../accounts/queries";
import { api } from "../api/client";
import { useRights } from "../session/me";
import { ActionButton } from "../ui/actions";
import { SearchBox } from "../ui/SearchBox";
import { saveFile, withLabels } from "../ui/saveFile";
import { useAction } from "../ui/useAction";
import { type Filters, useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { auditLog as words } from "./messages";
import { narrowing } from "./queries";

export function AuditFilters({ agentId }: { agentId: string | undefined }) {
  const [filters, setFilters] = useFilters();
  const { surely } = useRights();
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: surely("can_list_accounts") });
  const narrow = (changes: Filters) => setFilters({ ...changes, page: undefined });
  const download = useAction({
    act: async () => {
      const query = { format: "csv" as const, ...narrowing(filters, agentId) };
      const { data } = await api.GET("/logs/audit/", { params: { query }, parseAs: "text" });
      return data as unknown as string;
    },
    onDone: (text) => saveFile("audit-log.csv", withLabels(text, words.file), "text/csv"),
  });
  return (
    <Group gap="xs">
      <SearchBox
        value={filters.search ?? ""}
        onSearch={(search) => narrow({ search })}
        style={{ flex: "1 1 180px", maxWidth: 320 }}
      />
      <Select
        aria-label={words.action}
        placeholder={words.anyAction}
        data={Object.entries(words.actions).map(([value, label]) => ({ value, label }))}
        value={filters.action ?? null}
        onChange={(action) => narrow({ action: action ?? undefined })}
        clearable
        w={150}
      />
      {!agentId && (
        <Select
          aria-label={words.object}
          placeholder={words.anyObject}
          data={OBJECTS}
          value={filters.object ?? null}
          onChange={(object) => narrow({ object: object ?? undefined })}
          searchable
          clearable
          w={150}
        />
      )}
      {users.length > 0 && (
        <Select
          aria-label={words.user}
          placeholder={words.anyUser}
          data={users.map((user) => user.username)}
          value={filters.user ?? null}
          onChange={(user) => narrow({ user: user ?? undefined })}
          searchable
          clearable
          w={140}
        />
      )}
      <Select
        aria-label={words.time}
        placeholder={words.allTime}
        data={DAYS.map((value) => ({ value, label: words.lastDays(value) }))}
        value={filters.days ?? null}
        onChange={(days) => narrow({ days: days ?? undefined })}
        clearable
        w={140}
      />
      <Group gap="xs" ml="auto">
        <ActionButton
          variant="default"
          leftSection={<IconDownload size={16} />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          CSV
        </ActionButton>
        {!agentId && <TableViews page="audit" filters={FILTERS} />}
      </Group>
    </Group>
  );
}

const DAYS = ["1", "7", "30", "90"];
const OBJECTS = Object.entries(words.objects).map(([value, label]) => ({ value, label }));

/** The words of the address that narrow the log. */
const FILTERS = ["search", "action", "object", "user", "days"] as const;
