import { Checkbox, Group, NumberInput, Select, Stack, TagsInput, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { answer, api } from "../api/client";
import * as rules from "../api/rules.gen";
import { seen } from "../conflicts/asking";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { DefaultInput } from "./DefaultInput";
import {
  type Definition,
  type DefinitionValues,
  definitionValues,
  type Model,
} from "./definitionValues";
import { customFields as words } from "./messages";
import { definitionsQuery } from "./queries";

interface CustomFieldFormProps {
  model: Model;
  /** The definition to change; a new one when there is none. */
  definition?: Definition;
  onClose: () => void;
}

export function CustomFieldForm({ model, definition, onClose }: CustomFieldFormProps) {
  const [opened] = useState(definition?.modified_time);
  const form = useForm<DefinitionValues>({ initialValues: definitionValues(model, definition) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: DefinitionValues) =>
      definition
        ? answer(
            api.PUT("/core/customfields/{id}/", {
              params: { path: { id: definition.id } },
              headers: seen(opened),
              body: values,
            }),
          )
        : answer(api.POST("/core/customfields", { body: values })),
    done: (saved) => (definition ? words.saved(saved.name) : words.added(saved.name)),
    refresh: [definitionsQuery.queryKey, ["agents"], ["clients"]],
    onDone: onClose,
    onProblem: show,
  });
  const choosing = form.values.type === "single" || form.values.type === "multiple";
  return (
    <FormDialog
      title={definition ? words.edit(definition.name) : words.add}
      submit={definition ? ui.save : ui.create}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Select
        label={words.model}
        data={Object.entries(words.models).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        disabled={definition !== undefined}
        {...form.getInputProps("model")}
      />
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      <Select
        label={words.type}
        data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps("type")}
      />
      {choosing && (
        <TagsInput
          label={words.options}
          description={words.optionsHint}
          required
          {...form.getInputProps("options")}
        />
      )}
      <DefaultInput form={form} />
      <Group align="flex-start" gap="lg">
        <NumberInput
          label={words.order}
          w={110}
          {...rules.CreateCustomField.order}
          {...form.getInputProps("order")}
        />
        <Stack gap="xs" pt={24}>
          <Checkbox
            label={words.required}
            {...form.getInputProps("required", { type: "checkbox" })}
          />
          <Checkbox
            label={words.hideInUi}
            {...form.getInputProps("hide_in_ui", { type: "checkbox" })}
          />
          <Checkbox
            label={words.hideInSummary}
            {...form.getInputProps("hide_in_summary", { type: "checkbox" })}
          />
        </Stack>
      </Group>
    </FormDialog>
  );
}
