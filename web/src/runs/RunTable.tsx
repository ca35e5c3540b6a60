/** Runs as rows; without the agent's column on an agent's own page. */
import { Text } from "@mantine/core";
import { useNavigate } from "@tanstack/react-router";
import { formatDuration } from "../texts/format";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Empty } from "../ui/states";
import { RunWatchIcon } from "../watches/RunWatch";
import { runs } from "./messages";
import { isOpen, type Run, whatOf } from "./queries";
import { RunStatus } from "./RunStatus";

const words = runs.column;

/** On a phone there is no room for a column with the agent: it is shown here. */
const whatColumn = (hasAgent: boolean): Column<Run> => ({
  id: "what",
  title: words.what,
  cell: (run) => (
    <>
      <TextLink
        to="/runs/$runId"
        params={{ runId: String(run.id) }}
        size="md"
        c="var(--mantine-color-text)"
        lineClamp={1}
        {...(run.command && !run.script_name ? { ff: "monospace", fz: "sm" } : {})}
      >
        {whatOf(run, runs.type)}
      </TextLink>
      {hasAgent && (
        <Text size="sm" c="dimmed" hiddenFrom="sm">
          {run.hostname}
        </Text>
      )}
    </>
  ),
  file: (run) => whatOf(run, runs.type),
});

export const runColumns: Column<Run>[] = [
  {
    id: "status",
    title: words.status,
    width: 120,
    cell: (run) => <RunStatus status={run.status} />,
    file: (run) => runs.status[run.status] ?? run.status,
  },
  whatColumn(true),
  {
    id: "type",
    title: words.type,
    width: 130,
    wide: true,
    cell: (run) => runs.type[run.type] ?? run.type,
    file: (run) => runs.type[run.type] ?? run.type,
  },
  {
    id: "agent",
    title: words.agent,
    wide: true,
    cell: (run) => (
      <TextLink to="/agents/$agentId" params={{ agentId: run.agent_id }} size="md">
        {run.hostname}
      </TextLink>
    ),
    file: (run) => run.hostname,
  },
  {
    id: "user",
    title: words.user,
    wide: true,
    cell: (run) => run.username,
    file: (run) => run.username,
  },
  {
    id: "time",
    title: words.time,
    width: 140,
    cell: (run) => <Ago time={run.time} />,
    file: (run) => run.time,
  },
  {
    id: "duration",
    title: words.duration,
    width: 90,
    wide: true,
    align: "right",
    cell: (run) =>
      run.execution_time === null || run.execution_time === undefined
        ? ""
        : formatDuration(run.execution_time),
    file: (run) => run.execution_time,
  },
  {
    id: "code",
    title: words.code,
    width: 70,
    wide: true,
    align: "right",
    cell: (run) => (
      <Text span inherit c={run.retcode ? "var(--tone-bad)" : "dimmed"}>
        {run.retcode}
      </Text>
    ),
    file: (run) => run.retcode,
  },
  {
    id: "watch",
    title: "",
    width: 44,
    wide: true,
    cell: (run) => isOpen(run) && <RunWatchIcon id={run.id} />,
  },
];

const columnsOfAgent = runColumns
  .filter(({ id }) => id !== "agent")
  .map((column) => (column.id === "what" ? whatColumn(false) : column));

export function RunTable({ rows, ofAgent = false }: { rows: Run[]; ofAgent?: boolean }) {
  const navigate = useNavigate();
  return (
    <DataTable
      label={runs.title}
      columns={ofAgent ? columnsOfAgent : runColumns}
      rows={rows}
      id={(run) => run.id}
      onOpen={(run) => void navigate({ to: "/runs/$runId", params: { runId: String(run.id) } })}
      empty={<Empty title={runs.none} hint={runs.noneHint} />}
    />
  );
}
