/** When a task runs: only what its type needs is asked for. */
import { Checkbox, Group, Select, Stack, TextInput } from "@mantine/core";
import { CalendarFields } from "./CalendarFields";
import { CheckSelect } from "./CheckSelect";
import { DurationInput } from "./DurationInput";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import type { Owner } from "./queries";
import { StartFields } from "./StartFields";
import { followsCalendar, recurs } from "./values";

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

const INSTANCES = ["1", "0", "2", "3"].map((value) => ({
  value,
  label: words.instanceNames[value] ?? value,
}));

export function ScheduleFields({ form, owner }: { form: TaskForm; owner: Owner }) {
  const { task_type: type } = form.values;
  return (
    <Stack gap="md">
      <Select
        label={words.type}
        data={choices(words.types)}
        allowDeselect={false}
        maxDropdownHeight={320}
        {...form.getInputProps("task_type")}
      />
      {type === "checkfailure" && <CheckSelect form={form} owner={owner} />}
      {followsCalendar(type) && (
        <>
          <StartFields form={form} />
          <CalendarFields form={form} />
          {recurs(type) && <RepetitionFields form={form} />}
          <EndFields form={form} />
        </>
      )}
      <Select
        label={words.instances}
        data={INSTANCES}
        allowDeselect={false}
        {...form.getInputProps("task_instance_policy")}
      />
    </Stack>
  );
}

function RepetitionFields({ form }: { form: TaskForm }) {
  const { task_repetition_interval: every } = form.values;
  return (
    <Stack gap="xs">
      <Group gap="md" align="flex-start">
        <DurationInput
          label={words.repeatEvery}
          {...form.getInputProps("task_repetition_interval")}
        />
        {every !== "" && (
          <DurationInput
            label={words.repeatFor}
            {...form.getInputProps("task_repetition_duration")}
          />
        )}
      </Group>
      {every !== "" && (
        <Checkbox
          label={words.stopAtEnd}
          {...form.getInputProps("stop_task_at_duration_end", { type: "checkbox" })}
        />
      )}
    </Stack>
  );
}

function EndFields({ form }: { form: TaskForm }) {
  return (
    <>
      <DurationInput
        label={words.delay}
        description={words.delayHint}
        {...form.getInputProps("random_task_delay")}
      />
      <Checkbox
        label={words.missed}
        {...form.getInputProps("run_asap_after_missed", { type: "checkbox" })}
      />
      <Group gap="md" align="flex-end">
        <TextInput
          type="datetime-local"
          label={words.expire}
          description={words.expireHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          w={220}
          {...form.getInputProps("expire_date")}
        />
        {form.values.expire_date !== "" && (
          <Checkbox
            label={words.removeAtEnd}
            pb={26}
            {...form.getInputProps("remove_if_not_scheduled", { type: "checkbox" })}
          />
        )}
      </Group>
    </>
  );
}
