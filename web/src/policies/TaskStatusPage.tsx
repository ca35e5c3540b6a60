/** What became of a policy's task on each agent that has it. */
import { Group, Stack, Title } from "@mantine/core";
import {
  IconArrowLeft,
  IconFileText,
  IconPlayerPlay,
  IconPlayerTrackNext,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useAction } from "../api/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { tasks as words } from "../tasks/messages";
import {
  STATUSES_PER_PAGE,
  startEverywhere,
  startTask,
  statusesQuery,
  type Task,
  type TaskStatus,
  taskQuery,
} from "../tasks/queries";
import { OutputDialog, TaskDialogs } from "../tasks/TaskDialogs";
import { SyncState, TaskState } from "../tasks/TaskState";
import { formatDuration } from "../texts/format";
import { ActionButton, IconAction } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";

export default function TaskStatusPage() {
  const { taskId } = useParams({ from: "/shell/policies/$policyId/tasks/$taskId/status" });
  const query = useQuery(taskQuery(Number(taskId)));
  return <Loaded query={query}>{(task) => <Statuses task={task} />}</Loaded>;
}

function Statuses({ task }: { task: Task }) {
  const [filters, setFilters] = useFilters();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...statusesQuery(task.id, filters), refetchInterval });
  useLiveQueries(["tasks", "config"], [["tasks", "statuses", task.id]], 1_000);
  const isFiltered = (filters.search ?? "") !== "";
  return (
    <Stack gap="sm">
      <Head task={task} />
      <Loaded query={query}>
        {({ results, count }) => (
          <>
            {(count > 0 || isFiltered) && (
              <SearchBox
                value={filters.search ?? ""}
                onSearch={(search) => setFilters({ search, page: undefined })}
                maw={360}
              />
            )}
            <DataTable
              label={words.perAgent}
              columns={columns}
              rows={results}
              id={(status) => status.id}
              empty={
                isFiltered ? (
                  <NothingFound />
                ) : (
                  <Empty title={words.perAgentNone} hint={words.perAgentNoneHint} />
                )
              }
            />
            <Pager count={count} size={STATUSES_PER_PAGE} />
            <Dialogs task={task} shown={results} count={count} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}

function Head({ task }: { task: Task }) {
  const navigate = useNavigate();
  const dialog = useDialog();
  const params = { policyId: String(task.policy) };
  return (
    <Group justify="space-between" gap="xs">
      <Title order={2}>{task.name}</Title>
      <Group gap="xs">
        <ActionButton
          variant="default"
          leftSection={<IconArrowLeft size={16} />}
          onClick={() => void navigate({ to: "/policies/$policyId/tasks", params })}
        >
          {words.back}
        </ActionButton>
        <ActionButton
          right="can_run_autotasks"
          leftSection={<IconPlayerTrackNext size={16} />}
          onClick={() => dialog.show("run-everywhere")}
        >
          {words.runEverywhere}
        </ActionButton>
      </Group>
    </Group>
  );
}

interface DialogsProps {
  task: Task;
  shown: TaskStatus[];
  count: number;
}

function Dialogs({ task, shown, count }: DialogsProps) {
  const { open, close } = useDialog();
  if (open?.name === "run-everywhere") {
    return <RunEverywhere task={task} shown={shown} count={count} onClose={close} />;
  }
  if (open?.name === "status-output") {
    const status = shown.find((one) => one.agent_id === open.subject);
    const name = status ? words.onAgent(task.name, status.hostname) : task.name;
    return <OutputDialog name={name} result={status ?? null} onClose={close} />;
  }
  return <TaskDialogs tasks={[task]} />;
}

function RunEverywhere({ task, shown, count, onClose }: DialogsProps & { onClose: () => void }) {
  const navigate = useNavigate();
  const run = useAction({
    act: () => startEverywhere(task.id),
    refresh: [["bulk"], ["runs", "list"], ["tasks", "statuses", task.id]],
    onDone: (id) => void navigate({ to: "/bulk/$bulkId", params: { bulkId: String(id) } }),
  });
  return (
    <ConfirmDialog
      title={words.runEverywhere}
      targets={shown.map((status) => status.hostname)}
      action={words.runEverywhere}
      busy={run.isPending}
      onConfirm={() => run.mutate()}
      onClose={onClose}
    >
      {words.runEverywhereText(count)}
    </ConfirmDialog>
  );
}

const columns: Column<TaskStatus>[] = [
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
