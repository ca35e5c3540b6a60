import { Checkbox, MultiSelect, Select, SimpleGrid, Stack, Switch, TextInput } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { agents } from "../agents/messages";
import * as rules from "../api/rules.gen";
import { customFields } from "../customFields/messages";
import { definitionsQuery } from "../customFields/queries";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import { PLATFORMS } from "./values";

export function GeneralFields({ form }: { form: TaskForm }) {
  const { data: fields = [] } = useQuery(definitionsQuery);
  const groups = Map.groupBy(fields, (field) => field.model);
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput
          label={words.name}
          required
          {...rules.TaskBody.name}
          {...form.getInputProps("name")}
        />
        <MultiSelect
          label={words.platforms}
          description={words.platformsHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          data={PLATFORMS.map((value) => ({ value, label: agents.platform[value] ?? value }))}
          {...form.getInputProps("task_supported_platforms")}
        />
        <Select
          label={words.collector}
          description={words.collectorHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          placeholder={words.collectorNone}
          data={[...groups].map(([model, members]) => ({
            group: customFields.models[model],
            items: members.map((field) => ({ value: String(field.id), label: field.name })),
          }))}
          searchable
          clearable
          {...form.getInputProps("custom_field")}
        />
      </SimpleGrid>
      {form.values.custom_field && (
        <Checkbox
          label={words.wholeOutput}
          {...form.getInputProps("collector_all_output", { type: "checkbox" })}
        />
      )}
      <Switch
        label={words.enabled}
        description={words.enabledHint}
        {...form.getInputProps("enabled", { type: "checkbox" })}
      />
    </Stack>
  );
}
