/** What an alert is about: what, where and since when. */
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRights } from "../session/me";
import { formatDuration } from "../texts/format";
import { type Fact, Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Ago, Moment } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { AgentOf, locationOf } from "./columns";
import { alerts as words } from "./messages";
import { type Alert, alertCheckQuery } from "./queries";

export function AlertFacts({ alert }: { alert: Alert }) {
  return (
    <Panel>
      <PanelTitle>{words.what}</PanelTitle>
      <Facts facts={factsOf(alert)} />
      {alert.suppressed && (
        <Text size="sm" c="dimmed" mt="sm">
          {words.suppressedHint}
        </Text>
      )}
    </Panel>
  );
}

function factsOf(alert: Alert): Fact[] {
  return [
    [words.type, words.types[alert.alert_type] ?? alert.alert_type],
    [words.assignedCheck, alert.assigned_check && <CheckOf alert={alert} />],
    [words.assignedTask, alert.assigned_task && <TaskOf alert={alert} />],
    [words.agent, <AgentOf key="agent" alert={alert} />],
    [words.where, locationOf(alert)],
    [
      words.since,
      <span key="since">
        <Moment time={alert.alert_time} /> (<Ago time={alert.alert_time} />)
      </span>,
    ],
    [words.lasted, alert.resolved_on && formatDuration(lasted(alert))],
    [words.template, alert.template],
    [words.coveredBy, alert.covered_by && <Cover id={alert.covered_by} />],
    [words.hidden, alert.hidden && !alert.suppressed ? words.hiddenText : null],
  ];
}

/** Seconds. */
const lasted = ({ alert_time, resolved_on }: Alert) =>
  (Date.parse(resolved_on ?? "") - Date.parse(alert_time)) / 1000;

function CheckOf({ alert }: { alert: Alert }) {
  const { surely } = useRights();
  const id = alert.assigned_check ?? 0;
  const { data } = useQuery({ ...alertCheckQuery(id), enabled: surely("can_list_checks") });
  // A check without a name is called by what it does.
  const name = alert.check_name || data?.readable_desc || words.checkNumber(String(id));
  if (!alert.agent_id) return name;
  const params = { agentId: alert.agent_id, checkId: String(alert.assigned_check) };
  return (
    <TextLink to="/agents/$agentId/checks/$checkId" params={params} size="md">
      {name}
    </TextLink>
  );
}

function TaskOf({ alert }: { alert: Alert }) {
  const name = alert.task_name ?? String(alert.assigned_task);
  if (!alert.agent_id) return name;
  const params = { agentId: alert.agent_id, taskId: String(alert.assigned_task) };
  return (
    <TextLink to="/agents/$agentId/tasks/$taskId" params={params} size="md">
      {name}
    </TextLink>
  );
}

function Cover({ id }: { id: number }) {
  return (
    <TextLink to="/alerts/$alertId" params={{ alertId: String(id) }} size="md">
      {words.alert(String(id))}
    </TextLink>
  );
}
