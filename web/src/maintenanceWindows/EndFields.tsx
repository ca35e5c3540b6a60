/** When a window stops repeating. */
import { NumberInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import type { WindowForm } from "./form";
import { repeats as words } from "./messages";
import { ENDS } from "./repeat";

export function EndFields({ form }: { form: WindowForm }) {
  const { ends } = form.values.repeat;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
      <Select
        label={words.ends}
        data={ENDS.map((value) => ({ value, label: words.endings[value] }))}
        allowDeselect={false}
        {...form.getInputProps("repeat.ends")}
      />
      {ends === "until" && (
        <TextInput
          type="date"
          label={words.until}
          required
          {...form.getInputProps("repeat.until")}
        />
      )}
      {ends === "count" && (
        <NumberInput
          label={words.count}
          min={1}
          max={1000}
          allowDecimal={false}
          required
          {...form.getInputProps("repeat.count")}
        />
      )}
    </SimpleGrid>
  );
}
