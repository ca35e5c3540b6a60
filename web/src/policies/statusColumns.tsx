/** The state of a policy's task on one agent, column by column. */
import { Group } from "@mantine/core";
import { IconFileText, IconPlayerPlay } from "@tabler/icons-react";
import { tasks as words } from "../tasks/messages";
import { startTask, type TaskStatus } from "../tasks/queries";
import { SyncState, TaskState } from "../tasks/TaskState";
import { formatDuration } from "../texts/format";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { useAction } from "../ui/useAction";

export const statusColumns: Column<TaskStatus>[] = [
  {
    id: "agent",
    title: words.agent,
    cell: (status) => (
      <TextLink to="/agents/$agentId/tasks" params={{ agentId: status.agent_id }} size="md">
        {status.hostname}
      </TextLink>
    ),
    sort: (status) => status.hostname,
  },
  {
    id: "place",
    title: words.place,
    wide: true,
    cell: (status) => `${status.client} · ${status.site}`,
    sort: (status) => `${status.client} ${status.site}`,
  },
  {
    id: "status",
    title: words.status,
    cell: (status) => <TaskState result={status} />,
    sort: (status) => status.status,
  },
  {
    id: "sync",
    title: words.sync,
    wide: true,
    cell: (status) => <SyncState result={status} />,
    sort: (status) => status.sync_status,
  },
  {
    id: "last",
    title: words.lastRun,
    wide: true,
    cell: (status) => <Ago time={status.last_run} />,
    sort: (status) => status.last_run,
  },
  {
    id: "took",
    title: words.took,
    width: 90,
    align: "right",
    wide: true,
    cell: (status) =>
      typeof status.execution_time === "number" ? formatDuration(status.execution_time) : "",
    sort: (status) => status.execution_time,
  },
  {
    id: "code",
    title: words.returnCode,
    width: 100,
    align: "right",
    wide: true,
    cell: (status) => status.retcode,
    sort: (status) => status.retcode,
  },
  {
    id: "actions",
    title: "",
    width: 84,
    align: "right",
    cell: (status) => <RowActions status={status} />,
  },
];

function RowActions({ status }: { status: TaskStatus }) {
  const dialog = useDialog();
  const run = useAction({
    act: () => startTask(status.task, status.agent_id),
    refresh: [["tasks", "statuses", status.task], ["runs", "list"], ["pendingActions"]],
    onDone: (id) => dialog.show("task-run", id),
  });
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        right="can_run_autotasks"
        label={words.runNowOn(status.hostname)}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        <IconPlayerPlay size={17} />
      </IconAction>
      <IconAction
        label={words.outputOf(status.hostname)}
        onClick={() => dialog.show("status-output", status.agent_id)}
      >
        <IconFileText size={17} />
      </IconAction>
    </Group>
  );
}
