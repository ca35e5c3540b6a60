import { Checkbox, Group, Select, Stack, Text } from "@mantine/core";
import type { TaskForm } from "./form";
import { form as words } from "./messages";

const choices = (names: Record<string, string>) =>
  Object.entries(names).map(([value, label]) => ({ value, label }));

export function AlertFields({ form }: { form: TaskForm }) {
  return (
    <Group gap="xl" align="flex-start">
      <Select
        label={words.severity}
        data={choices(words.severities)}
        allowDeselect={false}
        w={200}
        {...form.getInputProps("alert_severity")}
      />
      <Stack gap={6} role="group" aria-labelledby="task-alerts">
        <Text size="sm" fw={500} id="task-alerts">
          {words.alertBy}
        </Text>
        <Group gap="md">
          <Checkbox
            label={words.dashboardAlert}
            {...form.getInputProps("dashboard_alert", { type: "checkbox" })}
          />
          <Checkbox
            label={words.emailAlert}
            {...form.getInputProps("email_alert", { type: "checkbox" })}
          />
          <Checkbox
            label={words.textAlert}
            {...form.getInputProps("text_alert", { type: "checkbox" })}
          />
        </Group>
      </Stack>
    </Group>
  );
}
