/** Adds or changes a maintenance window. */
import { Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { Problem } from "../api/problem";
import { digitsAt } from "../tasks/zones";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { windows as words } from "./messages";
import { AFTER_SAVING, createWindow, updateWindow } from "./queries";
import { RepeatFields } from "./RepeatFields";
import { RepeatPreview } from "./RepeatPreview";
import { TargetFields } from "./TargetFields";
import { TimeFields } from "./TimeFields";
import type { Target, TargetType } from "./targets";
import {
  bodyOf,
  changesOf,
  inputName,
  type MaintenanceWindow,
  newValues,
  problemsOf,
  valuesOf,
  type WindowValues,
} from "./values";
import { ownZone } from "./zone";

interface WindowFormProps {
  /** The window to change; a new one when there is none. */
  stored?: MaintenanceWindow;
  /** What a new one is for. */
  target?: Target;
  /** The day of a new one, `2026-01-31`. */
  day?: string | undefined;
  onClose: () => void;
}

/** Every input that can show a problem. */
const INPUTS = ["length", "repeat.mode", "repeat.raw", "repeat.days", "repeat.until"];

export function WindowForm({ stored, target, day, onClose }: WindowFormProps) {
  const [opened] = useState(stored?.modified_time);
  const form = useForm<WindowValues>({
    initialValues: stored
      ? valuesOf(stored)
      : newValues({ zone: ownZone(), start: firstStart(day), target }),
    validate: problemsOf,
  });
  const { problem, show } = useProblem(form, "", (name) => INPUTS.includes(name));
  const save = useAction({
    act: (values: WindowValues) =>
      stored
        ? updateWindow(stored.id, changesOf(form.getInitialValues(), values), opened)
        : createWindow(bodyOf(values)),
    done: (saved) => (stored ? words.saved(saved.name) : words.created(saved.name)),
    refresh: AFTER_SAVING,
    onDone: onClose,
    onProblem: (refusal) => show(withInputNames(refusal, form.getValues())),
  });
  return (
    <FormDialog
      title={stored ? words.edit(stored.name) : target ? words.addFor(target.name) : words.add}
      submit={stored ? ui.save : ui.create}
      size="lg"
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      <Textarea
        label={words.reason}
        description={words.reasonHint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        autosize
        maxRows={6}
        {...form.getInputProps("reason")}
      />
      <TargetFields form={form} known={stored ? targetOf(stored) : target} />
      <TimeFields form={form} />
      <RepeatFields form={form} />
      <RepeatPreview values={form.values} />
      <Switch
        label={words.enabled}
        description={words.enabledHint}
        {...form.getInputProps("enabled", { type: "checkbox" })}
      />
    </FormDialog>
  );
}

const targetOf = (stored: MaintenanceWindow): Target => ({
  type: stored.target_type as TargetType,
  id: stored.agent_id ?? String(stored.target),
  name: stored.target_name,
});

/** In the evening of a day that was chosen, else at the next full hour. */
function firstStart(day: string | undefined): string {
  if (day) return `${day}T22:00`;
  return `${digitsAt(Date.now() + 3_600_000, ownZone()).slice(0, 13)}:00`;
}

function withInputNames(problem: Problem, values: WindowValues): Problem {
  const fields = Object.fromEntries(
    Object.entries(problem.fields).map(([name, texts]) => [inputName(name, values), texts]),
  );
  return new Problem(problem.message, problem.status, problem.code, fields, problem.requestId);
}
