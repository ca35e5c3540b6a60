/** One alert: what, where, since when, what was done about it, and what may explain it. */
import { Group, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { Page } from "../ui/Page";
import { LinesSkeleton, QueryProblem } from "../ui/states";
import { ActionOutput } from "./ActionOutput";
import { AlertButtons } from "./AlertButtons";
import { AlertContext } from "./AlertContext";
import { AlertCovers } from "./AlertCovers";
import { AlertFacts } from "./AlertFacts";
import { AlertGraph } from "./AlertGraph";
import { FlappingSign, SeveritySign, StateSign } from "./AlertSigns";
import { AlertStory } from "./AlertStory";
import { alerts as words } from "./messages";
import { ALERTS, type Alert, alertQuery } from "./queries";
import { titleOf } from "./title";

export default function AlertPage() {
  const id = Number(useParams({ from: "/shell/alerts/$alertId" }).alertId);
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...alertQuery(id), refetchInterval });
  useLiveQueries(["alerts"], [[...ALERTS, "one", id]]);
  const { data: alert } = query;
  if (!alert) {
    return (
      <Page title={words.alert(String(id))} bare>
        {query.isError ? <QueryProblem query={query} /> : <LinesSkeleton />}
      </Page>
    );
  }
  return (
    <Page
      // The lines below list what is behind it, as does a table of the page.
      title={titleOf(alert).split("\n", 1)[0] ?? ""}
      short={words.alert(String(id))}
      about={<Signs alert={alert} />}
      actions={<AlertButtons alert={alert} />}
    >
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="cards">
        <AlertFacts alert={alert} />
        <AlertStory alert={alert} />
      </SimpleGrid>
      <AlertCovers alert={alert} />
      {/* Once it is resolved, the graph shows the time until then. */}
      <AlertGraph key={alert.resolved_on ?? "open"} alert={alert} />
      <ActionOutput
        title={words.failureAction}
        time={alert.action_run}
        code={alert.action_retcode}
        took={alert.action_execution_time}
        stdout={alert.action_stdout}
        stderr={alert.action_stderr}
      />
      <ActionOutput
        title={words.recoveryAction}
        time={alert.resolved_action_run}
        code={alert.resolved_action_retcode}
        took={alert.resolved_action_execution_time}
        stdout={alert.resolved_action_stdout}
        stderr={alert.resolved_action_stderr}
      />
      <AlertContext alert={alert} />
    </Page>
  );
}

function Signs({ alert }: { alert: Alert }) {
  return (
    <Group gap="md" component="span">
      <SeveritySign severity={alert.severity} />
      <StateSign alert={alert} />
      <FlappingSign alert={alert} />
    </Group>
  );
}
