/** Creates a value, or changes what one holds. */
import { Code, Select, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { answer, api } from "../api/client";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { labelOf } from "./columns";
import { DataInput } from "./DataInput";
import { type Base, isKind, KINDS, parsedData, rewritten, typedData, withLineEnds } from "./data";
import { registry as words } from "./messages";
import { nameOf } from "./path";
import { type Kind, keyOf, type Value } from "./queries";

interface ValueFormProps {
  agentId: string;
  path: string;
  /** The value that is changed; none for a new one. */
  stored?: Value;
  /** How numbers are written at first. */
  numbers: Base;
  onClose: () => void;
}

export function ValueForm({ agentId, path, stored, numbers, onClose }: ValueFormProps) {
  const [base, setBase] = useState(numbers);
  const form = useForm<{ name: string; type: Kind; data: string }>({
    initialValues: {
      name: stored?.name ?? "",
      type: stored && isKind(stored.type) ? stored.type : "REG_SZ",
      data: stored ? typedData(stored, numbers) : "",
    },
  });
  const { problem, show } = useProblem(form);
  const { type, data: typed } = form.values;
  const save = useAction({
    act: ({ name, data }: { name: string; data: string | string[] }) => {
      const call = { params: { path: { agent_id: agentId } }, body: { path, name, type, data } };
      return stored
        ? answer(api.POST("/agents/{agent_id}/registry/modify-value/", call))
        : answer(api.POST("/agents/{agent_id}/registry/create-value/", call));
    },
    done: (_, { name }) => words.valueSaved(labelOf(name)),
    refresh: [keyOf(agentId, path)],
    onDone: onClose,
    onProblem: show,
  });
  const submit = form.onSubmit(({ name }) => {
    const before = typeof stored?.data === "string" ? stored.data : "";
    const parsed = parsedData(type, withLineEnds(typed, before), base);
    if ("problem" in parsed) form.setErrors({ data: parsed.problem });
    else save.mutate({ name, data: parsed.data });
  });
  const write = (next: Base) => {
    const [wasDirty, data] = [form.isDirty(), rewritten(typed, base, next)];
    form.setFieldValue("data", data);
    // The same number in another notation is no change.
    if (!wasDirty) form.resetDirty({ ...form.getValues(), data });
    setBase(next);
  };
  return (
    <FormDialog
      title={stored ? words.editOf(labelOf(stored.name)) : words.newIn(nameOf(path))}
      submit={stored ? ui.save : ui.create}
      size="lg"
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <Code block>{path}</Code>
      {!stored && (
        <TextInput
          label={words.name}
          description={words.nameHint}
          spellCheck={false}
          autoComplete="off"
          data-autofocus
          {...form.getInputProps("name")}
        />
      )}
      <Select
        label={words.type}
        data={KINDS}
        allowDeselect={false}
        {...form.getInputProps("type")}
      />
      <DataInput
        type={type}
        base={base}
        onBase={write}
        input={form.getInputProps("data")}
        isFirst={stored !== undefined}
      />
    </FormDialog>
  );
}
