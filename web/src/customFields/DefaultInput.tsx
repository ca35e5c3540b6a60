/** The default of a custom field, in the input that the field itself has. */
import { Checkbox, MultiSelect, Select, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import type { DefinitionValues } from "./definitionValues";
import { customFields as words } from "./messages";

export function DefaultInput({ form }: { form: UseFormReturnType<DefinitionValues> }) {
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
