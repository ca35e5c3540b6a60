/** The dialogs about tasks, by the name in the address. */
import { Alert, Code, Group, Modal, Stack, Text } from "@mantine/core";
import { answer, api } from "../api/client";
import { runs } from "../runs/messages";
import { OutputPane } from "../runs/OutputPane";
import { RunOutput } from "../runs/RunOutput";
import { formatDuration } from "../texts/format";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { Empty } from "../ui/states";
import { useAction } from "../ui/useAction";
import { tasks as words } from "./messages";
import { resultOf, type Task, type TaskResult } from "./queries";
import { TaskState } from "./TaskState";

export function TaskDialogs({ tasks, onDeleted }: { tasks: Task[]; onDeleted?: () => void }) {
  const { open, close } = useDialog();
  const task = tasks.find((one) => String(one.id) === open?.subject);
  switch (open?.name) {
    case "task-run":
      return (
        <Modal opened onClose={close} title={runs.run(open.subject ?? "")} size="xl">
          <RunOutput id={Number(open.subject)} />
        </Modal>
      );
    case "task-output":
      return task ? (
        <OutputDialog name={task.name} result={resultOf(task)} onClose={close} />
      ) : null;
    case "delete-task":
      return task ? (
        <DeleteTask task={task} onClose={close} onDeleted={onDeleted ?? close} />
      ) : null;
    default:
      return null;
  }
}

interface OutputDialogProps {
  name: string;
  result: TaskResult | null;
  onClose: () => void;
}

/** What the task printed when it last ran on its agent. */
export function OutputDialog({ name, result, onClose }: OutputDialogProps) {
  const ran = result?.last_run ? result : null;
  return (
    <Modal opened onClose={onClose} title={words.outputOf(name)} size="xl">
      <Stack gap="md">
        {result?.problem && (
          <Alert color="red" title={words.problem}>
            {result.problem}
          </Alert>
        )}
        {ran ? (
          <LastRun result={ran} />
        ) : (
          <Empty title={words.noOutput} hint={words.noOutputHint} />
        )}
      </Stack>
    </Modal>
  );
}

function LastRun({ result }: { result: TaskResult }) {
  const done = result.run_status !== "running";
  return (
    <>
      <Group gap="md">
        <TaskState result={result} />
        {typeof result.retcode === "number" && (
          <Text size="sm">
            {words.returnCode} <Code fz="sm">{result.retcode}</Code>
          </Text>
        )}
        <Text size="sm" c="dimmed" component="div">
          <Ago time={result.last_run} />
          {typeof result.execution_time === "number" &&
            ` · ${formatDuration(result.execution_time)}`}
        </Text>
      </Group>
      <OutputPane
        title={runs.stdout}
        text={result.stdout}
        done={done}
        fileName={`task-${result.task}-stdout.txt`}
      />
      {result.stderr !== "" && (
        <OutputPane
          title={runs.stderr}
          text={result.stderr}
          bad
          done={done}
          fileName={`task-${result.task}-stderr.txt`}
        />
      )}
    </>
  );
}

interface DeleteTaskProps {
  task: Task;
  onClose: () => void;
  onDeleted: () => void;
}

function DeleteTask({ task, onClose, onDeleted }: DeleteTaskProps) {
  const remove = useAction({
    act: () => answer(api.DELETE("/tasks/{id}/", { params: { path: { id: task.id } } })),
    done: words.removed(task.name),
    refresh: [["tasks"], ["policies"], ["effective"]],
    onDone: onDeleted,
  });
  return (
    <ConfirmDialog
      title={words.remove}
      targets={[task.name]}
      word={task.name}
      action={words.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {words.removeText}
    </ConfirmDialog>
  );
}
