/** The columns of the list of alerts. */
import { Group, Text } from "@mantine/core";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { AlertActions } from "./AlertActions";
import { FlappingSign, SeveritySign, StateSign } from "./AlertSigns";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";
import { stateText } from "./state";
import { titleOf } from "./title";

/** "Acme · Berlin"; nothing for an alert about no agent. */
export const locationOf = ({ client, site }: Pick<Alert, "client" | "site">) =>
  [client, site].filter(Boolean).join(" · ");

export const alertColumns: Column<Alert>[] = [
  {
    id: "severity",
    title: words.severity,
    width: 110,
    wide: true,
    cell: ({ severity }) => <SeveritySign severity={severity} />,
    file: ({ severity }) => words.severities[severity],
  },
  {
    id: "message",
    title: words.message,
    cell: (alert) => <Message alert={alert} />,
    sort: ({ message }) => message,
    file: titleOf,
  },
  {
    id: "agent",
    title: words.agent,
    width: 150,
    wide: true,
    cell: (alert) => <AgentOf alert={alert} />,
    sort: ({ hostname }) => hostname,
  },
  {
    id: "location",
    title: words.location,
    width: 180,
    wide: true,
    cell: locationOf,
    sort: locationOf,
  },
  {
    id: "since",
    title: words.since,
    width: 130,
    wide: true,
    cell: ({ alert_time }) => <Ago time={alert_time} />,
    sort: ({ alert_time }) => alert_time,
  },
  {
    id: "state",
    title: words.state,
    width: 190,
    wide: true,
    cell: (alert) => <StateSign alert={alert} />,
    file: (alert) => stateText(alert),
  },
  {
    id: "actions",
    title: "",
    width: 110,
    cell: (alert) => <AlertActions alert={alert} />,
  },
];

/** Without the columns that are the same in each row of an agent's page. */
export const columnsOfAgent = alertColumns.filter(({ id }) => id !== "agent" && id !== "location");

/** On a phone, what the other columns say is below the message. */
function Message({ alert }: { alert: Alert }) {
  return (
    <>
      <Group gap={6}>
        <TextLink
          to="/alerts/$alertId"
          params={{ alertId: String(alert.id) }}
          size="md"
          c="var(--mantine-color-text)"
          style={{ overflowWrap: "anywhere" }}
        >
          {titleOf(alert)}
        </TextLink>
        <FlappingSign alert={alert} />
      </Group>
      <Text size="sm" c="dimmed" hiddenFrom="sm" component="div">
        <SeveritySign severity={alert.severity} />
        {" · "}
        {alert.hostname && `${alert.hostname} · `}
        <Ago time={alert.alert_time} />
        {" · "}
        {stateText(alert)}
      </Text>
    </>
  );
}

export function AgentOf({ alert }: { alert: Pick<Alert, "agent_id" | "hostname"> }) {
  if (!alert.agent_id) return words.noAgent;
  return (
    <TextLink to="/agents/$agentId" params={{ agentId: alert.agent_id }} size="md">
      {alert.hostname ?? alert.agent_id}
    </TextLink>
  );
}
