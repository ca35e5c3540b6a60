/** Adds or changes a check: the fields of its type, with the current value beside them. */
import { TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { type ComponentType, useMemo } from "react";
import type { Agent } from "../agents/queries";
import { useSeen } from "../conflicts/useSeen";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useFresh } from "../ui/useFresh";
import { useProblem } from "../ui/useProblem";
import { HttpFields, PingFields, PortFields } from "./AnswerFields";
import { bodyOf, changesOf } from "./body";
import { boundsOf } from "./bounds";
import { CommonFields } from "./CommonFields";
import { CurrentValue } from "./CurrentValue";
import { EventLogFields } from "./EventLogFields";
import { withFormNames } from "./errors";
import type { FieldsProps } from "./form";
import { form as labels } from "./formMessages";
import { checks as words } from "./messages";
import { nameOf } from "./order";
import { createCheck, updateCheck } from "./queries";
import { ScriptFields } from "./ScriptFields";
import { ServiceFields } from "./ServiceFields";
import { DiskFields, UsageFields } from "./ThresholdFields";
import type { Check, CheckType, Owner } from "./types";
import { type CheckValues, newValues, valuesOf } from "./values";

const FIELDS: Record<CheckType, ComponentType<FieldsProps>> = {
  diskspace: DiskFields,
  cpuload: UsageFields,
  memory: UsageFields,
  ping: PingFields,
  winsvc: ServiceFields,
  eventlog: EventLogFields,
  script: ScriptFields,
  http: HttpFields,
  port: PortFields,
};

interface CheckFormDialogProps {
  owner: Owner;
  type: CheckType;
  /** The agent that owns it. */
  agent?: Agent | undefined;
  /** The check to change; a new one when there is none. */
  check?: Check | undefined;
  onClose: () => void;
}

export function CheckFormDialog({ owner, type, agent, check, onClose }: CheckFormDialogProps) {
  const platform = agent?.plat;
  const stored = useMemo(
    () => (check ? valuesOf(check) : newValues(type, platform)),
    [check, type, platform],
  );
  const form = useForm<CheckValues>({ initialValues: stored });
  useFresh(form, stored);
  const opened = useSeen(check, form.isDirty());
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: CheckValues) =>
      check
        ? updateCheck(check.id, changesOf(form.getInitialValues(), values), opened.current)
        : createCheck(owner, bodyOf(values)),
    done: (saved) => (check ? words.saved(nameOf(saved)) : words.created(nameOf(saved))),
    refresh: [["checks"], ["policies"], ["effective"]],
    onDone: onClose,
    onProblem: (refusal) => show(withFormNames(refusal)),
  });
  const Fields = FIELDS[type];
  const current = (
    <CurrentValue
      values={form.values}
      opened={form.getInitialValues()}
      agent={agent}
      check={check}
    />
  );
  return (
    <FormDialog
      title={check ? words.editOf(nameOf(check)) : words.addOf(words.types[type])}
      submit={check ? ui.save : ui.create}
      size="lg"
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Fields form={form} agent={agent} current={current} />
      <CommonFields form={form} agent={agent} />
      <TextInput
        label={labels.name}
        description={labels.nameHint}
        inputWrapperOrder={["label", "input", "description", "error"]}
        {...boundsOf("name")}
        {...form.getInputProps("name")}
      />
    </FormDialog>
  );
}
