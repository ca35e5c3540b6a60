import { Badge, Box, Group, Text } from "@mantine/core";
import { IconFileText, IconPlayerPlay } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useMemo } from "react";
import { definitionsQuery } from "../customFields/queries";
import { IconAction } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { useAction } from "../ui/useAction";
import { EnabledSwitch } from "./EnabledSwitch";
import { tasks as words } from "./messages";
import { agentTasksQuery, resultOf, startTask, type Task } from "./queries";
import { TaskMenu } from "./TaskMenu";
import { SyncState, TaskState } from "./TaskState";

interface AgentTaskTableProps {
  agentId: string;
  tasks: Task[];
  empty: ReactNode;
}

export function AgentTaskTable({ agentId, tasks, empty }: AgentTaskTableProps) {
  const { data: fields } = useQuery(definitionsQuery);
  const columns = useMemo(() => {
    const names = new Map((fields ?? []).map((field) => [field.id, field.name]));
    return columnsFor(agentId, (field) => names.get(field) ?? `#${field}`);
  }, [agentId, fields]);
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={tasks}
      id={(task) => task.id}
      faded={(task) => !task.enabled}
      empty={empty}
    />
  );
}

/** The agent forgets a task that no longer applies; nothing is to be done with it here. */
const isLeaving = (task: Task) => resultOf(task)?.sync_status === "pendingdeletion";

const whyLocked = (task: Task) =>
  isLeaving(task) ? words.leaving : task.policy ? words.ofPolicy : undefined;

function columnsFor(agentId: string, fieldName: (field: number) => string): Column<Task>[] {
  return [
    {
      id: "enabled",
      title: words.enabled,
      width: 84,
      cell: (task) => <EnabledSwitch task={task} blocked={whyLocked(task)} />,
      sort: (task) => task.enabled,
    },
    {
      id: "name",
      title: words.name,
      cell: (task) => <TaskName task={task} agentId={agentId} />,
      sort: (task) => task.name,
    },
    {
      id: "source",
      title: words.source,
      wide: true,
      cell: (task) => <Source task={task} />,
      sort: (task) => task.policy_name ?? "",
    },
    {
      id: "collector",
      title: words.collector,
      wide: true,
      cell: (task) => task.custom_field && fieldName(task.custom_field),
      sort: (task) => (task.custom_field ? fieldName(task.custom_field) : ""),
    },
    {
      id: "alerts",
      title: words.alerts,
      wide: true,
      cell: alertsOf,
      sort: alertsOf,
    },
    {
      id: "status",
      title: words.status,
      wide: true,
      cell: (task) => <TaskState result={resultOf(task)} />,
      sort: (task) => resultOf(task)?.status ?? "",
    },
    {
      id: "sync",
      title: words.sync,
      wide: true,
      cell: (task) => <SyncState result={resultOf(task)} />,
      sort: (task) => resultOf(task)?.sync_status ?? "",
    },
    {
      id: "last",
      title: words.lastRun,
      wide: true,
      cell: (task) => <Ago time={resultOf(task)?.last_run} />,
      sort: (task) => resultOf(task)?.last_run,
    },
    {
      id: "next",
      title: words.nextRun,
      wide: true,
      cell: (task) =>
        task.next_run && task.enabled ? (
          <Ago time={task.next_run} />
        ) : (
          <Text span inherit c="dimmed">
            –
          </Text>
        ),
      sort: (task) => task.next_run,
    },
    {
      id: "actions",
      title: "",
      width: 84,
      align: "right",
      cell: (task) => <RowActions task={task} agentId={agentId} />,
    },
  ];
}

/** How people hear of a failure. */
function alertsOf(task: Task): string {
  const ways = [
    task.dashboard_alert && words.alertWays.dashboard,
    task.email_alert && words.alertWays.email,
    task.text_alert && words.alertWays.text,
  ];
  return ways.filter(Boolean).join(", ");
}

function TaskName({ task, agentId }: { task: Task; agentId: string }) {
  const looks = { size: "md", fw: 500, c: "var(--mantine-color-text)" } as const;
  const taskId = String(task.id);
  return (
    <>
      {task.policy ? (
        <TextLink
          to="/policies/$policyId/tasks/$taskId"
          params={{ policyId: String(task.policy), taskId }}
          {...looks}
        >
          {task.name}
        </TextLink>
      ) : (
        <TextLink to="/agents/$agentId/tasks/$taskId" params={{ agentId, taskId }} {...looks}>
          {task.name}
        </TextLink>
      )}
      <Text size="xs" c="dimmed">
        {task.schedule}
      </Text>
      {/* Its own column has no room on a narrow screen. */}
      <Box hiddenFrom="sm" fz="sm">
        <TaskState result={resultOf(task)} />
      </Box>
    </>
  );
}

function Source({ task }: { task: Task }) {
  if (!task.policy) return words.own;
  return (
    <Group gap={6} wrap="nowrap">
      <TextLink to="/policies/$policyId" params={{ policyId: String(task.policy) }} size="md">
        {task.policy_name}
      </TextLink>
      {isLeaving(task) && (
        <Badge size="xs" variant="light" color="gray" tt="none" c="dimmed">
          {words.syncs.pendingdeletion}
        </Badge>
      )}
    </Group>
  );
}

function RowActions({ task, agentId }: { task: Task; agentId: string }) {
  const dialog = useDialog();
  const run = useAction({
    act: () => startTask(task.id, agentId),
    refresh: [agentTasksQuery(agentId).queryKey, ["runs", "list"], ["pendingActions"]],
    onDone: (id) => dialog.show("task-run", id),
  });
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        right="can_run_autotasks"
        blocked={isLeaving(task) ? words.leaving : undefined}
        label={words.runNowOf(task.name)}
        loading={run.isPending}
        onClick={() => run.mutate()}
      >
        <IconPlayerPlay size={17} />
      </IconAction>
      <IconAction
        visibleFrom="sm"
        label={words.outputOf(task.name)}
        onClick={() => dialog.show("task-output", task.id)}
      >
        <IconFileText size={17} />
      </IconAction>
      <TaskMenu task={task} agentId={agentId} blocked={whyLocked(task)} />
    </Group>
  );
}
