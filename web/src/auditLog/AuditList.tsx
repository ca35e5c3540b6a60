/** The audit log of one agent, or of everything; newest first. */
import { Group, Select, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { usersQuery } from "../accounts/queries";
import { api } from "../api/client";
import { useFallbackInterval } from "../live/live";
import { useRights } from "../session/me";
import { ActionButton } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { saveFile, withLabels } from "../ui/saveFile";
import { Empty, Loaded } from "../ui/states";
import { useAction } from "../ui/useAction";
import { type Filters, useFilters } from "../ui/useFilter";
import { TableViews } from "../views/TableViews";
import { EntryDialog } from "./EntryDialog";
import { auditLog as words } from "./messages";
import { placeOf } from "./place";
import { type AuditEntry, auditQuery, narrowing, PAGE_SIZE } from "./queries";

const DAYS = ["1", "7", "30", "90"];

const OBJECTS = Object.entries(words.objects).map(([value, label]) => ({ value, label }));

/** The words of the address that narrow the log. */
const FILTERS = ["search", "action", "object", "user", "days"] as const;

const columns: Column<AuditEntry>[] = [
  { id: "time", title: words.time, width: 140, cell: (entry) => <Ago time={entry.entry_time} /> },
  { id: "user", title: words.user, width: 150, cell: (entry) => <Who entry={entry} /> },
  {
    id: "action",
    title: words.action,
    width: 130,
    wide: true,
    cell: (entry) => words.actions[entry.action] ?? entry.action,
  },
  {
    id: "object",
    title: words.object,
    width: 120,
    wide: true,
    cell: (entry) => words.objects[entry.object_type] ?? entry.object_type,
  },
  {
    id: "message",
    title: words.message,
    cell: (entry) => (
      <Text inherit lineClamp={2}>
        {entry.message}
      </Text>
    ),
  },
  { id: "agent", title: words.agent, width: 140, wide: true, cell: (entry) => entry.agent },
  { id: "place", title: words.place, width: 160, wide: true, cell: (entry) => placeOf(entry) },
  {
    id: "address",
    title: words.address,
    width: 130,
    wide: true,
    cell: (entry) => entry.ip_address,
  },
];

/** A person, or a program with a person's key. */
function Who({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <Text inherit truncate title={entry.username}>
        {entry.username}
      </Text>
      {entry.api_key && (
        <Text size="xs" c="dimmed" truncate title={words.viaKey(entry.api_key)}>
          {words.viaKey(entry.api_key)}
        </Text>
      )}
    </>
  );
}

export function AuditList({ agentId }: { agentId?: string }) {
  const [filters] = useFilters();
  const dialog = useDialog();
  const refetchInterval = useFallbackInterval();
  // There is no topic for the log itself: it is read again when the page is looked at.
  const query = useQuery({
    ...auditQuery(filters, agentId),
    refetchInterval: refetchInterval || 15_000,
  });
  const opened = dialog.open?.name === "entry" ? Number(dialog.open.subject) : null;
  return (
    <Stack gap="sm">
      <AuditFilters agentId={agentId} />
      <Loaded query={query}>
        {({ results, count }) => {
          const entry = results.find((one) => one.id === opened);
          return (
            <>
              <DataTable
                label={words.title}
                columns={
                  agentId ? columns.filter(({ id }) => id !== "agent" && id !== "place") : columns
                }
                rows={results}
                id={(one) => one.id}
                onOpen={(one) => dialog.show("entry", one.id)}
                empty={<Empty title={words.none} />}
              />
              <Pager count={count} size={PAGE_SIZE} />
              {entry && <EntryDialog entry={entry} onClose={dialog.close} />}
            </>
          );
        }}
      </Loaded>
    </Stack>
  );
}

function AuditFilters({ agentId }: { agentId: string | undefined }) {
  const [filters, setFilters] = useFilters();
  const { may } = useRights();
  const { data: users = [] } = useQuery({ ...usersQuery, enabled: may("can_list_accounts") });
  const narrow = (changes: Filters) => setFilters({ ...changes, page: undefined });
  const download = useAction({
    act: async () => {
      const query = { format: "csv", ...narrowing(filters, agentId) };
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
