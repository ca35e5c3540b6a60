/** What may explain an alert: what changed in the hour before, and others like it. */
import { SimpleGrid, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { AlertChanges, Quiet } from "./AlertChanges";
import { SeveritySign, StateSign } from "./AlertSigns";
import { AgentOf } from "./columns";
import { alerts as words } from "./messages";
import { type Alert, contextQuery } from "./queries";
import { titleOf } from "./title";

export function AlertContext({ alert }: { alert: Alert }) {
  const query = useQuery(contextQuery(alert.id));
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="cards">
      <Panel>
        <PanelTitle>{words.before}</PanelTitle>
        <Loaded query={query}>
          {({ changes }) => <AlertChanges alert={alert} changes={changes} />}
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
