/** What changed on the agent of an alert in the hour before it. */
import { Box, Text } from "@mantine/core";
import type { Schema } from "../api/client";
import { useRights } from "../session/me";
import { allows, type Right } from "../session/rights";
import { formatMoment, withMoments } from "../texts/format";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";

type Change = Schema<"AlertContextChange">;

export function AlertChanges({ alert, changes }: { alert: Alert; changes: Change[] }) {
  return (
    <>
      <DataTable
        label={words.before}
        columns={changeColumns}
        rows={changes}
        id={({ kind, id }) => `${kind} ${id}`}
        sortFilter="changes"
        empty={<Quiet text={alert.agent_id ? words.beforeNone : words.beforeNoAgent} />}
      />
      {alert.agent_id && <Unseen />}
    </>
  );
}

/** Instead of rows. */
export function Quiet({ text }: { text: string }) {
  return (
    <Text size="sm" c="dimmed">
      {text}
    </Text>
  );
}

/** The server leaves out what the role may not read: nobody should take that for nothing. */
const READ: Right[] = [
  "can_list_agent_history",
  "can_view_auditlogs",
  "can_manage_winupdates",
  "can_list_software",
];

function Unseen() {
  const { may } = useRights();
  const missing = READ.filter((right) => !may(right));
  if (missing.length === 0) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {words.beforeHidden(missing.map((right) => allows[right]))}
    </Text>
  );
}

const changeColumns: Column<Change>[] = [
  { id: "time", title: words.time, width: 90, cell: ({ time }) => clockOf(time) },
  {
    id: "kind",
    title: words.type,
    width: 90,
    wide: true,
    cell: ({ kind }) => words.kinds[kind] ?? kind,
  },
  { id: "message", title: words.message, cell: (change) => <ChangeText change={change} /> },
];

const clock = new Intl.DateTimeFormat(undefined, { hour: "2-digit", minute: "2-digit" });

const clockOf = (time: string) => (
  <time dateTime={time} title={formatMoment(time)}>
    {clock.format(new Date(time))}
  </time>
);

function ChangeText({ change }: { change: Change }) {
  const text = withMoments(change.message);
  return (
    <Box style={{ overflowWrap: "anywhere" }}>
      {change.kind === "run" ? (
        <TextLink to="/runs/$runId" params={{ runId: String(change.id) }} size="md">
          {text}
        </TextLink>
      ) : (
        text
      )}
      {!text.startsWith(change.username) && (
        <Text size="xs" c="dimmed">
          {change.username}
        </Text>
      )}
    </Box>
  );
}
