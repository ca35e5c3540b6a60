/** Enables or disables a task; one of a policy is switched at the policy. */

import { ActionSwitch } from "../ui/ActionSwitch";
import { useAction } from "../ui/useAction";
import { tasks as words } from "./messages";
import { type Task, updateTask } from "./queries";

interface EnabledSwitchProps {
  task: Task;
  /** Why it cannot be switched here. */
  blocked?: string | undefined;
}

export function EnabledSwitch({ task, blocked }: EnabledSwitchProps) {
  const change = useAction({
    act: (enabled: boolean) => updateTask(task.id, { enabled }),
    done: (saved) => (saved.enabled ? words.switchedOn(task.name) : words.switchedOff(task.name)),
    refresh: [["tasks"], ["effective"]],
  });
  return (
    <ActionSwitch
      name={words.enabledOf(task.name)}
      right="can_manage_autotasks"
      blocked={blocked}
      checked={change.isPending ? change.variables : task.enabled}
      onSwitch={(enabled) => change.mutate(enabled)}
    />
  );
}
