/** One run: what ran, on which agent, who started it, and its output. */
import { Code, SimpleGrid } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { formatDuration } from "../texts/format";
import { type Fact, Facts } from "../ui/Facts";
import { TextLink } from "../ui/links";
import { Moment } from "../ui/Moment";
import { Page, Panel } from "../ui/Page";
import { QueryProblem } from "../ui/states";
import { runs } from "./messages";
import { type Run, runQuery, whatOf } from "./queries";
import { RunOutput } from "./RunOutput";

export default function RunPage() {
  const id = Number(useParams({ from: "/shell/runs/$runId" }).runId);
  const query = useQuery(runQuery(id));
  const { data: run } = query;
  if (query.isError && !run) {
    return (
      <Page title={runs.run(id)} bare>
        <QueryProblem query={query} />
      </Page>
    );
  }
  return (
    <Page
      title={runs.run(id)}
      about={run && `${runs.type[run.type] ?? run.type} · ${whatOf(run, runs.type)}`}
    >
      <SimpleGrid cols={{ base: 1, lg: 3 }} spacing="md">
        {run && (
          <Panel>
            <Facts facts={facts(run)} />
          </Panel>
        )}
        <Panel className={run ? "two-columns" : undefined}>
          <RunOutput key={id} id={id} />
        </Panel>
      </SimpleGrid>
    </Page>
  );
}

function facts(run: Run): Fact[] {
  return [
    [
      runs.column.agent,
      <TextLink key="agent" to="/agents/$agentId" params={{ agentId: run.agent_id }} size="md">
        {run.hostname}
      </TextLink>,
    ],
    [runs.column.user, run.username],
    [runs.script, run.script_name],
    [runs.scriptVersion, run.script_version],
    [
      runs.command,
      run.command && (
        <Code block fz="sm">
          {run.command}
        </Code>
      ),
    ],
    [runs.shell, run.shell],
    [runs.column.time, <Moment key="time" time={run.time} />],
    [runs.started, run.started && <Moment time={run.started} />],
    [runs.finished, run.finished && <Moment time={run.finished} />],
    [runs.expires, run.expires && run.status === "queued" ? <Moment time={run.expires} /> : null],
    [runs.timeLimit, run.timeout ? formatDuration(run.timeout) : null],
  ];
}
