/** What the tasks of an agent show, row by row. */
import { Text } from "@mantine/core";
import type { Column } from "../ui/column";
import { Ago } from "../ui/Moment";
import { TaskActions, TaskName, TaskSource, whyLocked } from "./AgentTaskCells";
import { EnabledSwitch } from "./EnabledSwitch";
import { tasks as words } from "./messages";
import { resultOf, type Task } from "./queries";
import { SyncState, TaskState } from "./TaskState";

export function agentTaskColumns(
  agentId: string,
  fieldName: (field: number) => string,
): Column<Task>[] {
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
      cell: (task) => <TaskSource task={task} />,
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
      cell: (task) => <TaskActions task={task} agentId={agentId} />,
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
