/** When a task starts, and by whose clock. */
import { Group, SegmentedControl, Select, Text, TextInput } from "@mantine/core";
import type { TaskForm } from "./form";
import { form as words } from "./messages";
import { ZONES } from "./zones";

export function StartFields({ form }: { form: TaskForm }) {
  const { task_type: type, run_time_zone: zone } = form.values;
  return (
    <Group gap="md" align="flex-start">
      <TextInput
        type="datetime-local"
        label={type === "runonce" ? words.startOnce : words.start}
        required
        w={220}
        {...form.getInputProps("run_time_date")}
      />
      <div>
        <Text size="sm" fw={500} mb={2} id="task-zone">
          {words.zone}
        </Text>
        <SegmentedControl
          aria-labelledby="task-zone"
          data={["agent", "utc", "named"].map((value) => ({
            value,
            label: words.zones[value] ?? value,
          }))}
          value={zone}
          onChange={(next) => form.setFieldValue("run_time_zone", next)}
        />
      </div>
      {zone === "named" && (
        <Select
          label={words.zoneName}
          data={ZONES}
          searchable
          limit={100}
          allowDeselect={false}
          w={240}
          {...form.getInputProps("zone_name")}
          error={form.errors.run_time_zone}
        />
      )}
    </Group>
  );
}
