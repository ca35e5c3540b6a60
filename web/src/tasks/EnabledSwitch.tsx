/** Whether a task's schedule counts; one of a policy is switched at the policy. */
import { Box, Switch, Tooltip } from "@mantine/core";
import { useRights } from "../accounts/me";
import { useAction } from "../api/queries";
import { tasks as words } from "./messages";
import { type Task, updateTask } from "./queries";

interface EnabledSwitchProps {
  task: Task;
  /** Another reason why it cannot be switched here. */
  blocked?: string | undefined;
}

export function EnabledSwitch({ task, blocked }: EnabledSwitchProps) {
  const { why } = useRights();
  const reason = why("can_manage_autotasks") ?? blocked;
  const change = useAction({
    act: (enabled: boolean) => updateTask(task.id, { enabled }),
    done: (saved) => (saved.enabled ? words.switchedOn(task.name) : words.switchedOff(task.name)),
    refresh: [["tasks"], ["effective"]],
  });
  return (
    <Tooltip label={reason} disabled={!reason}>
      <Box w="fit-content">
        <Switch
          size="sm"
          aria-label={words.enabledOf(task.name)}
          checked={change.isPending ? change.variables : task.enabled}
          disabled={reason !== undefined}
          onChange={(event) => change.mutate(event.currentTarget.checked)}
        />
      </Box>
    </Tooltip>
  );
}
