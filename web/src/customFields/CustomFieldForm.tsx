import {
  Checkbox,
  Group,
  MultiSelect,
  NumberInput,
  Select,
  Stack,
  TagsInput,
  TextInput,
} from "@mantine/core";
import { type UseFormReturnType, useForm } from "@mantine/form";
import { useState } from "react";
import { answer, api, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { customFields as words } from "./messages";
import { definitionsQuery } from "./queries";

type Definition = Schema<"CustomField">;
type Model = Schema<"CustomFieldModel">;

interface CustomFieldFormProps {
  model: Model;
  /** The definition to change; a new one when there is none. */
  definition?: Definition;
  onClose: () => void;
}

function valuesOf(model: Model, definition?: Definition) {
  return {
    model: definition?.model ?? model,
    name: definition?.name ?? "",
    type: definition?.type ?? ("text" as Schema<"CustomFieldType">),
    options: definition?.options ?? [],
    required: definition?.required ?? false,
    default_value_string: definition?.default_value_string ?? "",
    default_value_bool: definition?.default_value_bool ?? false,
    default_values_multiple: definition?.default_values_multiple ?? [],
    order: definition?.order ?? 0,
    hide_in_ui: definition?.hide_in_ui ?? false,
    hide_in_summary: definition?.hide_in_summary ?? false,
  };
}

type Values = ReturnType<typeof valuesOf>;

export function CustomFieldForm({ model, definition, onClose }: CustomFieldFormProps) {
  const [opened] = useState(definition?.modified_time);
  const form = useForm<Values>({ initialValues: valuesOf(model, definition) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: Values) =>
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
      <Default form={form} />
      <Group align="flex-start" gap="lg">
        <NumberInput label={words.order} min={0} w={110} {...form.getInputProps("order")} />
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

/** The default has the form of the field itself. */
function Default({ form }: { form: UseFormReturnType<Values> }) {
  const { type, options } = form.values;
  if (type === "checkbox") {
    return (
      <Checkbox
        label={words.defaultValue}
        {...form.getInputProps("default_value_bool", { type: "checkbox" })}
      />
    );
  }
  if (type === "multiple") {
    return (
      <MultiSelect
        label={words.defaultValue}
        data={options}
        {...form.getInputProps("default_values_multiple")}
      />
    );
  }
  if (type === "single") {
    return (
      <Select
        label={words.defaultValue}
        data={options}
        clearable
        {...form.getInputProps("default_value_string")}
        onChange={(value) => form.setFieldValue("default_value_string", value ?? "")}
      />
    );
  }
  return <TextInput label={words.defaultValue} {...form.getInputProps("default_value_string")} />;
}
