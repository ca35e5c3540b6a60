/** The audit log of one agent, or of everything; newest first. */
import { Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { Pager } from "../ui/Pager";
import { Empty, Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { AuditFilters } from "./AuditFilters";
import { clientAndSite } from "./clientAndSite";
import { EntryDialog } from "./EntryDialog";
import { auditLog as words } from "./messages";
import { type AuditEntry, auditQuery, PAGE_SIZE } from "./queries";

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
  {
    id: "place",
    title: words.place,
    width: 160,
    wide: true,
    cell: (entry) => clientAndSite(entry),
  },
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
