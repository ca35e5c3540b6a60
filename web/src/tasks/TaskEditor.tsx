/** Makes or changes a task: what it does, when, and how failures are reported. */
import { Group, Stack, Title } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconArrowLeft, IconDeviceFloppy } from "@tabler/icons-react";
import { useMemo } from "react";
import type { Agent } from "../agents/queries";
import { asWord } from "../api/word";
import { ActionButton } from "../ui/actions";
import { FormProblems } from "../ui/FormProblems";
import { Panel, PanelTitle } from "../ui/Page";
import { ProblemNotice } from "../ui/states";
import { useFresh } from "../ui/useFresh";
import { ActionList } from "./ActionList";
import { AlertFields } from "./AlertFields";
import { GeneralFields } from "./GeneralFields";
import { form as labels, tasks as words } from "./messages";
import type { Owner, Task } from "./queries";
import { ScheduleFields } from "./ScheduleFields";
import { SchedulePreview } from "./SchedulePreview";
import classes from "./TaskEditor.module.css";
import { useSaveTask } from "./useSaveTask";
import { newValues, type TaskValues, valuesOf } from "./values";

interface TaskEditorProps {
  owner: Owner;
  /** The agent that owns it: its clock and its platform count. */
  agent?: Agent;
  /** The task to change; a new one when there is none. */
  task?: Task;
  /** Goes back to the list. */
  onClose: () => void;
}

export function TaskEditor({ owner, agent, task, onClose }: TaskEditorProps) {
  const platform = agent?.plat;
  const stored = useMemo(
    () => (task ? valuesOf(task, Date.now()) : newTask(platform)),
    [task, platform],
  );
  const form = useForm<TaskValues>({ initialValues: stored });
  useFresh(form, stored);
  const { problem, save, submit } = useSaveTask({ owner, task, form, onClose });
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <Stack gap="md">
        <Group justify="space-between" gap="xs">
          <Title order={2}>{task ? words.editTitle(task.name) : words.newTitle}</Title>
          <Group gap="xs">
            <ActionButton
              variant="default"
              leftSection={<IconArrowLeft size={16} />}
              onClick={onClose}
            >
              {words.back}
            </ActionButton>
            <FormProblems errors={form.errors} />
            <SaveButton busy={save.isPending} onClick={submit} />
          </Group>
        </Group>
        {problem && <ProblemNotice error={problem} />}
        <Panel>
          <PanelTitle>{labels.general}</PanelTitle>
          <GeneralFields form={form} />
        </Panel>
        <Panel>
          <PanelTitle>{labels.actions}</PanelTitle>
          <ActionList form={form} platform={platform} />
        </Panel>
        <Panel>
          <PanelTitle>{labels.schedule}</PanelTitle>
          <div className={classes.schedule}>
            <ScheduleFields form={form} owner={owner} />
            <SchedulePreview values={form.values} agent={agent} />
          </div>
        </Panel>
        <Panel>
          <PanelTitle>{labels.alerts}</PanelTitle>
          <AlertFields form={form} />
        </Panel>
        <Group justify="flex-end" gap="sm">
          <FormProblems errors={form.errors} />
          <SaveButton busy={save.isPending} onClick={submit} />
        </Group>
      </Stack>
    </form>
  );
}

/** An agent's own task is for its platform; scripts for others are not even offered. */
function newTask(platform: string | undefined): TaskValues {
  const values = newValues(Date.now());
  return platform ? { ...values, task_supported_platforms: [asWord(platform)] } : values;
}

function SaveButton({ busy, onClick }: { busy: boolean; onClick: () => void }) {
  return (
    <ActionButton
      right="can_manage_autotasks"
      leftSection={<IconDeviceFloppy size={16} />}
      loading={busy}
      onClick={onClick}
    >
      {labels.save}
    </ActionButton>
  );
}
