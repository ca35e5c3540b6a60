/** What happens to updates: by severity, when, with a restart or not, and after failures. */
import { Checkbox, NumberInput, Select, SimpleGrid, Stack, Switch, Title } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import * as rules from "../api/rules.gen";
import { ChipField } from "../tasks/ChipField";
import { patch as words } from "./messages";
import { type PatchValues, SEVERITIES } from "./patch";

export type PatchForm = UseFormReturnType<PatchValues>;

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const DAYS = words.shortDayNames.map((label, place) => ({
  value: String(place),
  label,
  name: words.dayNames[place] ?? label,
}));

export function PatchFields({ form }: { form: PatchForm }) {
  return (
    <Stack gap="lg">
      <Stack gap="xs">
        <Title order={3}>{words.severity}</Title>
        <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="md" verticalSpacing="sm">
          {SEVERITIES.map((severity) => (
            <Select
              key={severity}
              label={words.severities[severity]}
              data={choices(words.decisions)}
              allowDeselect={false}
              {...form.getInputProps(severity)}
            />
          ))}
        </SimpleGrid>
      </Stack>
      <ScheduleFields form={form} />
      <FailureFields form={form} />
    </Stack>
  );
}

function ScheduleFields({ form }: { form: PatchForm }) {
  const { run_time_frequency: frequency } = form.values;
  return (
    <Stack gap="xs">
      <Title order={3}>{words.schedule}</Title>
      <SimpleGrid cols={{ base: 1, xs: 2, sm: 3 }} spacing="md" verticalSpacing="sm">
        <Select
          label={words.frequency}
          data={choices(words.frequencies)}
          allowDeselect={false}
          {...form.getInputProps("run_time_frequency")}
        />
        {frequency !== "inherit" && (
          <NumberInput
            label={words.hour}
            {...rules.PatchForm.run_time_hour}
            clampBehavior="strict"
            {...form.getInputProps("run_time_hour")}
          />
        )}
        {frequency === "monthly" && (
          <NumberInput
            label={words.day}
            description={words.dayHint}
            inputWrapperOrder={["label", "input", "description", "error"]}
            {...rules.PatchForm.run_time_day}
            clampBehavior="strict"
            {...form.getInputProps("run_time_day")}
          />
        )}
        <Select
          label={words.reboot}
          data={choices(words.reboots)}
          allowDeselect={false}
          {...form.getInputProps("reboot_after_install")}
        />
      </SimpleGrid>
      {frequency === "daily" && (
        <ChipField
          label={words.days}
          choices={DAYS}
          all={words.everyDay}
          {...form.getInputProps("run_time_days")}
        />
      )}
    </Stack>
  );
}

function FailureFields({ form }: { form: PatchForm }) {
  const { reprocess_failed_inherit: inherits, reprocess_failed: again } = form.values;
  return (
    <Stack gap="xs">
      <Title order={3}>{words.failed}</Title>
      <Switch
        label={words.failedInherit}
        {...form.getInputProps("reprocess_failed_inherit", { type: "checkbox" })}
      />
      {!inherits && (
        <>
          <Checkbox
            label={words.retry}
            {...form.getInputProps("reprocess_failed", { type: "checkbox" })}
          />
          {again && (
            <NumberInput
              label={words.times}
              {...rules.PatchForm.reprocess_failed_times}
              w={160}
              {...form.getInputProps("reprocess_failed_times")}
            />
          )}
          <Checkbox
            label={words.mail}
            {...form.getInputProps("email_if_fail", { type: "checkbox" })}
          />
        </>
      )}
    </Stack>
  );
}
