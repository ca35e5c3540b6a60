/** Which entries of the log are looked for, and what their number means. */
import { Autocomplete, Checkbox, Select, SimpleGrid, TextInput } from "@mantine/core";
import { AmountInput } from "./AmountInput";
import { FieldGroup } from "./FieldGroup";
import type { FieldsProps } from "./form";
import { form as words } from "./formMessages";
import { SeveritySelect } from "./SeveritySelect";

const LOGS = ["System", "Application", "Security"];

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

/** Only Windows audits in its log. */
const isEverywhere = (type: string) => !type.startsWith("AUDIT_");

export function EventLogFields({ form, agent }: FieldsProps) {
  const isElsewhere = agent !== undefined && agent.plat !== "windows";
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <Autocomplete
          label={words.log}
          description={isElsewhere ? words.logHint.other : words.logHint.windows}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          data-autofocus
          data={LOGS}
          {...form.getInputProps("log_name")}
        />
        <Select
          label={words.eventType}
          data={choices(words.eventTypes).filter(
            ({ value }) => !isElsewhere || isEverywhere(value) || value === form.values.event_type,
          )}
          allowDeselect={false}
          {...form.getInputProps("event_type")}
        />
        <TextInput
          label={words.eventSource}
          placeholder={words.anything}
          {...form.getInputProps("event_source")}
        />
        <TextInput
          label={words.eventMessage}
          placeholder={words.anything}
          {...form.getInputProps("event_message")}
        />
      </SimpleGrid>
      <Checkbox
        label={words.anyId}
        {...form.getInputProps("event_id_is_wildcard", { type: "checkbox" })}
      />
      {!form.values.event_id_is_wildcard && (
        <AmountInput form={form} field="event_id" label={words.eventId} required />
      )}
      <FieldGroup title={words.failing}>
        <Select
          label={words.failWhen}
          data={choices(words.failWhens)}
          allowDeselect={false}
          {...form.getInputProps("fail_when")}
        />
        <AmountInput form={form} field="number_of_events_b4_alert" label={words.entries} required />
        <AmountInput
          form={form}
          field="search_last_days"
          label={words.lastDays}
          hint={words.lastDaysHint}
          required
        />
        <SeveritySelect form={form} />
      </FieldGroup>
    </>
  );
}
