/** What an alert lists: what is unreachable behind its agent or check, or the agents of its site. */
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { StateSign } from "./AlertSigns";
import { AgentOf } from "./columns";
import { alerts as words } from "./messages";
import { type Alert, contextQuery } from "./queries";

export function AlertCovers({ alert }: { alert: Alert }) {
  const { data } = useQuery(contextQuery(alert.id));
  useLiveQueries(["alerts"], [contextQuery(alert.id).queryKey]);
  if (!data || data.covers.length === 0) return null;
  return (
    <Panel>
      <PanelTitle>{words.covers}</PanelTitle>
      <DataTable
        label={words.covers}
        columns={columns}
        rows={data.covers}
        id={({ id }) => id}
        sortFilter="covers"
        empty={null}
      />
    </Panel>
  );
}

const columns: Column<Alert>[] = [
  { id: "agent", title: words.agent, width: 160, cell: (alert) => <AgentOf alert={alert} /> },
  {
    id: "message",
    title: words.message,
    cell: (alert) => (
      <TextLink to="/alerts/$alertId" params={{ alertId: String(alert.id) }} size="md">
        {alert.check_name ?? alert.message}
      </TextLink>
    ),
  },
  {
    id: "state",
    title: words.state,
    width: 150,
    wide: true,
    cell: (alert) => <StateSign alert={alert} />,
  },
  {
    id: "since",
    title: words.since,
    width: 120,
    wide: true,
    cell: (alert) => <Ago time={alert.alert_time} />,
  },
];
