/** What may explain an alert: what changed in the hour before, and others like it. */
import { Box, SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Schema } from "../api/client";
import { useRights } from "../session/me";
import { allows, type Right } from "../session/rights";
import { formatMoment, withMoments } from "../texts/format";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { SeveritySign, StateSign } from "./AlertSigns";
import { AgentOf } from "./columns";
import { alerts as words } from "./messages";
import { type Alert, contextQuery } from "./queries";
import { titleOf } from "./title";

type Change = Schema<"AlertContextChange">;

export function AlertContext({ alert }: { alert: Alert }) {
  const query = useQuery(contextQuery(alert.id));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="cards">
      <Panel>
        <PanelTitle>{words.before}</PanelTitle>
        <Loaded query={query}>
          {({ changes }) => (
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
          )}
        </Loaded>
      </Panel>
      <Panel>
        <PanelTitle>{words.similar}</PanelTitle>
        <Loaded query={query}>
          {({ similar }) => (
            <DataTable
              label={words.similar}
              columns={similarColumns}
              rows={similar}
              id={({ id }) => id}
              sortFilter="similar"
              empty={<Quiet text={words.similarNone} />}
            />
          )}
        </Loaded>
      </Panel>
    </SimpleGrid>
  );
}

function Quiet({ text }: { text: string }) {
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

const similarColumns: Column<Alert>[] = [
  {
    id: "message",
    title: words.message,
    cell: (alert) => (
      <>
        <TextLink to="/alerts/$alertId" params={{ alertId: String(alert.id) }} size="md">
          {titleOf(alert)}
        </TextLink>
        <Text size="xs" c="dimmed" component="div">
          <SeveritySign severity={alert.severity} /> <StateSign alert={alert} />
        </Text>
      </>
    ),
  },
  {
    id: "agent",
    title: words.agent,
    width: 140,
    wide: true,
    cell: (alert) => <AgentOf alert={alert} />,
  },
  { id: "since", title: words.since, width: 120, cell: (alert) => <Ago time={alert.alert_time} /> },
];
