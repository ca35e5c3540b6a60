/** The state of a policy's task on each agent that has it. */
import { Group, Stack, Title } from "@mantine/core";
import { IconArrowLeft, IconPlayerTrackNext } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { tasks as words } from "../tasks/messages";
import {
  STATUSES_PER_PAGE,
  startEverywhere,
  statusesQuery,
  type Task,
  type TaskStatus,
  taskQuery,
} from "../tasks/queries";
import { OutputDialog, TaskDialogs } from "../tasks/TaskDialogs";
import { ActionButton } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { Pager } from "../ui/Pager";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useFilters } from "../ui/useFilter";
import { statusColumns } from "./statusColumns";

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
              columns={statusColumns}
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
