/** How a window repeats: built by choices, or written as a rule. */
import { NumberInput, Select, SimpleGrid, Textarea } from "@mantine/core";
import { asWord } from "../api/word";
import { ChipField } from "../tasks/ChipField";
import { WEEKDAYS } from "./days";
import { EndFields } from "./EndFields";
import type { WindowForm } from "./form";
import { weekdayLong, weekdayShort, repeats as words } from "./messages";
import { MODES, type Mode, ORDINALS, ruleOf } from "./repeat";

const WEEKDAY_CHOICES = WEEKDAYS.map((value) => ({ value, label: weekdayLong(value) }));

const MONTH_DAYS = [
  ...Array.from({ length: 31 }, (_, day) => ({ value: String(day + 1), label: String(day + 1) })),
  { value: "-1", label: words.lastDay },
];

export function RepeatFields({ form }: { form: WindowForm }) {
  const { repeat } = form.values;
  const choose = (mode: Mode) => {
    // An expert begins with what was chosen so far.
    if (mode === "raw") form.setFieldValue("repeat.raw", ruleOf(repeat));
    form.setFieldValue("repeat.mode", mode);
  };
  return (
    <>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing="sm">
        <Select
          label={words.label}
          data={MODES.map((value) => ({ value, label: words.modes[value] }))}
          allowDeselect={false}
          {...form.getInputProps("repeat.mode")}
          onChange={(mode) => mode && choose(asWord<Mode>(mode))}
        />
        {repeat.mode !== "none" && repeat.mode !== "raw" && (
          <NumberInput
            label={words.every[repeat.mode]}
            min={1}
            max={1000}
            allowDecimal={false}
            {...form.getInputProps("repeat.interval")}
          />
        )}
      </SimpleGrid>
      <ModeFields form={form} mode={repeat.mode} />
      {repeat.mode !== "none" && repeat.mode !== "raw" && <EndFields form={form} />}
    </>
  );
}

function ModeFields({ form, mode }: { form: WindowForm; mode: Mode }) {
  switch (mode) {
    case "weekly":
      return (
        <ChipField
          label={words.weekdays}
          choices={WEEKDAYS.map((value) => ({
            value,
            label: weekdayShort(value),
            name: weekdayLong(value),
          }))}
          {...form.getInputProps("repeat.days")}
        />
      );
    case "monthlyDay":
      return (
        <Select
          label={words.monthDay}
          data={MONTH_DAYS}
          allowDeselect={false}
          maw={200}
          {...form.getInputProps("repeat.monthDay")}
        />
      );
    case "monthlyWeekday":
      return (
        <SimpleGrid cols={2} spacing="md">
          <Select
            label={words.nth}
            data={ORDINALS.map((nth) => ({
              value: String(nth),
              label: words.ordinals[String(nth)] ?? String(nth),
            }))}
            allowDeselect={false}
            {...form.getInputProps("repeat.nth")}
          />
          <Select
            label={words.nthDay}
            data={WEEKDAY_CHOICES}
            allowDeselect={false}
            {...form.getInputProps("repeat.nthDay")}
          />
        </SimpleGrid>
      );
    case "raw":
      return (
        <Textarea
          label={words.raw}
          description={words.rawHint}
          autosize
          spellCheck={false}
          styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
          {...form.getInputProps("repeat.raw")}
        />
      );
    default:
      return null;
  }
}
