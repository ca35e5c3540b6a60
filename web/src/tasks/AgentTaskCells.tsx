/** The name, the source and the actions of a task in the list of an agent. */
import { Badge, Box, Group, Text } from "@mantine/core";
import { IconFileText, IconPlayerPlay } from "@tabler/icons-react";
import { useLack } from "../agents/useLack";
import { IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { TextLink } from "../ui/links";
import { useAction } from "../ui/useAction";
import { tasks as words } from "./messages";
import { agentTasksQuery, resultOf, startTask, type Task } from "./queries";
import { TaskMenu } from "./TaskMenu";
import { TaskState } from "./TaskState";

export function TaskName({ task, agentId }: { task: Task; agentId: string }) {
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

export function TaskSource({ task }: { task: Task }) {
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

export function TaskActions({ task, agentId }: { task: Task; agentId: string }) {
  const dialog = useDialog();
  const lack = useLack(agentId);
  const run = useAction({
    act: () => startTask(task.id, agentId),
    refresh: [agentTasksQuery(agentId).queryKey, ["runs", "list"], ["pendingActions"]],
    onDone: (id) => dialog.show("task-run", id),
  });
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        right="can_run_autotasks"
        blocked={lack("run_task") ?? (isLeaving(task) ? words.leaving : undefined)}
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

/** The agent is about to remove a task that no longer applies; it cannot be changed. */
const isLeaving = (task: Task) => resultOf(task)?.sync_status === "pendingdeletion";

export const whyLocked = (task: Task) =>
  isLeaving(task) ? words.leaving : task.policy ? words.ofPolicy : undefined;
