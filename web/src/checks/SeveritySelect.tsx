import { Select } from "@mantine/core";
import type { CheckForm } from "./form";
import { form as words } from "./formMessages";

/** How bad a failure is, where no threshold says so. */
export function SeveritySelect({ form }: { form: CheckForm }) {
  return (
    <Select
      label={words.severity}
      data={Object.entries(words.severities).map(([value, label]) => ({ value, label }))}
      allowDeselect={false}
      {...form.getInputProps("alert_severity")}
    />
  );
}
