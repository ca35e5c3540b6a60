/** Saves a task: a new one, or what was changed of one. */
import { useHotkeys } from "@mantine/hooks";
import { useSeen } from "../conflicts/useSeen";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import { bodyOf, changesOf } from "./body";
import { inputNames, withFormNames } from "./errors";
import type { TaskForm } from "./form";
import { tasks as words } from "./messages";
import { createTask, type Owner, type Task, updateTask } from "./queries";
import type { TaskValues } from "./values";

interface SaveProps {
  owner: Owner;
  task: Task | undefined;
  form: TaskForm;
  onClose: () => void;
}

export function useSaveTask({ owner, task, form, onClose }: SaveProps) {
  const { problem, show } = useProblem({
    getValues: () => inputNames(form.getValues()),
    setErrors: form.setErrors,
  });
  const opened = useSeen(task, form.isDirty());
  const save = useAction({
    act: (values: TaskValues) =>
      task
        ? updateTask(task.id, changesOf(form.getInitialValues(), values), opened.current)
        : createTask(owner, bodyOf(values)),
    done: (saved) => (task ? words.saved(saved.name) : words.created(saved.name)),
    refresh: [["tasks"], ["policies"], ["effective"]],
    onDone: () => {
      form.resetDirty();
      // The guard must have seen that nothing is left to save.
      setTimeout(onClose);
    },
    onProblem: (refusal) => show(withFormNames(refusal)),
  });
  useLeaveGuard(form.isDirty() && !save.isSuccess);
  const submit = () => {
    if (!save.isPending) save.mutate(form.getValues());
  };
  useHotkeys([["mod+S", submit]], []);
  return { problem, save, submit };
}
