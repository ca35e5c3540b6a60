/** What the results of a bulk action show, row by row. */
import { Text } from "@mantine/core";
import { RunStatus } from "../runs/RunStatus";
import { formatDuration } from "../texts/format";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { Status } from "../ui/Status";
import { bulk as words } from "./messages";
import type { BulkResult } from "./queries";
import { Glance } from "./resultOutput";

export const resultColumns: Column<BulkResult>[] = [
  {
    id: "agent",
    title: words.agent,
    width: 210,
    cell: (result) => (
      <>
        <TextLink to="/agents/$agentId" params={{ agentId: result.agent_id }} size="md">
          {result.hostname}
        </TextLink>
        <Text size="xs" c="dimmed">
          {[result.client, result.site].filter(Boolean).join(" · ")}
        </Text>
      </>
    ),
    sort: (result) => result.hostname,
  },
  {
    id: "result",
    title: words.result,
    width: 170,
    cell: (result) =>
      "outcome" in result ? (
        <>
          <Status tone="quiet" label={words.outcomes[result.outcome] ?? result.outcome} />
          {result.reason && (
            <Text size="xs" c="dimmed">
              {result.reason}
            </Text>
          )}
        </>
      ) : (
        <RunStatus status={result.status} />
      ),
    sort: (result) => result.status,
  },
  {
    id: "code",
    title: words.code,
    width: 70,
    align: "right",
    wide: true,
    cell: (result) => ("outcome" in result ? "" : result.retcode),
    sort: (result) => ("outcome" in result ? null : result.retcode),
  },
  {
    id: "output",
    title: words.output,
    cell: (result) =>
      "outcome" in result ? (
        ""
      ) : (
        <>
          <Glance printed={result} isBad={BAD.has(result.status)} />
          {result.problem && (
            <Text size="xs" c="dimmed">
              {result.problem}
            </Text>
          )}
        </>
      ),
  },
  {
    id: "took",
    title: words.took,
    width: 90,
    align: "right",
    wide: true,
    cell: (result) =>
      "outcome" in result || typeof result.execution_time !== "number"
        ? ""
        : formatDuration(result.execution_time),
    sort: (result) => ("outcome" in result ? null : result.execution_time),
  },
];

const BAD = new Set(["failed", "timed_out", "interrupted"]);
