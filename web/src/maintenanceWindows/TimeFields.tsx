/** When a window first opens, on whose clock, and for how long. */
import { Group, Input, NumberInput, Select, SimpleGrid, TextInput } from "@mantine/core";
import { useId } from "react";
import { ZONES } from "../tasks/zones";
import type { WindowForm } from "./form";
import { windows as words } from "./messages";
import { moved } from "./repeat";

export function TimeFields({ form }: { form: WindowForm }) {
  const { start, time_zone: zone } = form.values;
  const zones = ZONES.includes(zone) ? ZONES : [zone, ...ZONES];
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <TextInput
          type="datetime-local"
          label={words.start}
          description={words.startHint}
          inputWrapperOrder={["label", "input", "description", "error"]}
          required
          {...form.getInputProps("start")}
          onChange={(event) => {
            const next = event.currentTarget.value;
            form.setFieldValue("start", next);
            form.setFieldValue("repeat", moved(form.values.repeat, start, next));
          }}
        />
        <Select
          label={words.zone}
          data={zones.includes("UTC") ? zones : ["UTC", ...zones]}
          searchable
          allowDeselect={false}
          limit={100}
          {...form.getInputProps("time_zone")}
        />
      </SimpleGrid>
      <LengthInput form={form} />
    </>
  );
}

function LengthInput({ form }: { form: WindowForm }) {
  const id = useId();
  const { error } = form.getInputProps("length") as { error?: string };
  const part = (name: "days" | "hours" | "minutes", max: number) => (
    <NumberInput
      aria-label={words[name]}
      suffix={` ${words[name].toLowerCase()}`}
      min={0}
      max={max}
      allowDecimal={false}
      w={130}
      error={Boolean(error)}
      {...form.getInputProps(name)}
      onChange={(next) => {
        form.setFieldValue(name, next);
        form.clearFieldError("length");
      }}
    />
  );
  return (
    <Input.Wrapper label={words.length} labelElement="div" labelProps={{ id }} error={error}>
      <Group gap="xs" role="group" aria-labelledby={id}>
        {part("days", 31)}
        {part("hours", 743)}
        {part("minutes", 59)}
      </Group>
    </Input.Wrapper>
  );
}
