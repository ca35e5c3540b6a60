import { Group, Text } from "@mantine/core";
import { IconListCheck } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { type ReactNode, useMemo } from "react";
import { agents } from "../agents/messages";
import { definitionsQuery } from "../customFields/queries";
import { EnabledSwitch } from "../tasks/EnabledSwitch";
import { tasks as words } from "../tasks/messages";
import type { Task } from "../tasks/queries";
import { TaskMenu } from "../tasks/TaskMenu";
import { PLATFORMS } from "../tasks/values";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";

export function PolicyTaskTable({ tasks, empty }: { tasks: Task[]; empty: ReactNode }) {
  const { data: fields } = useQuery(definitionsQuery);
  const columns = useMemo(() => {
    const names = new Map((fields ?? []).map((field) => [field.id, field.name]));
    return columnsFor((field) => names.get(field) ?? `#${field}`);
  }, [fields]);
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

function columnsFor(fieldName: (field: number) => string): Column<Task>[] {
  return [
    {
      id: "enabled",
      title: words.enabled,
      width: 84,
      cell: (task) => <EnabledSwitch task={task} />,
      sort: (task) => task.enabled,
    },
    {
      id: "name",
      title: words.name,
      cell: (task) => <TaskName task={task} />,
      sort: (task) => task.name,
    },
    {
      id: "platforms",
      title: words.platforms,
      wide: true,
      cell: ({ task_supported_platforms: supported }) =>
        supported.length === 0 || supported.length === PLATFORMS.length
          ? words.allPlatforms
          : supported.map((one) => agents.platform[one] ?? one).join(", "),
    },
    {
      id: "collector",
      title: words.collector,
      wide: true,
      cell: (task) => task.custom_field && fieldName(task.custom_field),
      sort: (task) => (task.custom_field ? fieldName(task.custom_field) : ""),
    },
    {
      id: "next",
      title: words.nextRun,
      wide: true,
      cell: (task) => <NextRun task={task} />,
      sort: (task) => task.next_run,
    },
    {
      id: "actions",
      title: "",
      width: 90,
      align: "right",
      cell: (task) => <RowActions task={task} />,
    },
  ];
}

function TaskName({ task }: { task: Task }) {
  return (
    <>
      <TextLink
        to="/policies/$policyId/tasks/$taskId"
        params={{ policyId: String(task.policy), taskId: String(task.id) }}
        size="md"
        fw={500}
        c="var(--mantine-color-text)"
      >
        {task.name}
      </TextLink>
      <Text size="xs" c="dimmed">
        {task.schedule}
      </Text>
    </>
  );
}

/** A schedule in the agents' own time has no next run that is the same for all. */
function NextRun({ task }: { task: Task }) {
  if (task.next_run && task.enabled) return <Ago time={task.next_run} />;
  const differs = task.enabled && task.run_time_zone === "agent" && task.run_time_date;
  return (
    <Text span inherit c="dimmed">
      {differs ? words.byAgent : "–"}
    </Text>
  );
}

function RowActions({ task }: { task: Task }) {
  const navigate = useNavigate();
  const params = { policyId: String(task.policy), taskId: String(task.id) };
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        label={words.perAgentOf(task.name)}
        onClick={() => void navigate({ to: "/policies/$policyId/tasks/$taskId/status", params })}
      >
        <IconListCheck size={17} />
      </IconAction>
      <TaskMenu task={task} />
    </Group>
  );
}
