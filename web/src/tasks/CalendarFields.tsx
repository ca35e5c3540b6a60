/** The days of a schedule: intervals, weekdays, months, days and weeks of the month. */
import { NumberInput } from "@mantine/core";
import * as rules from "../api/rules.gen";
import { ChipField } from "./ChipField";
import type { TaskForm } from "./form";
import { everyOf } from "./masks";
import { form as words } from "./messages";
import { phrases } from "./scheduleMessages";

/** Monday first, as people count them. */
const WEEKDAYS = ["1", "2", "3", "4", "5", "6", "0"].map((value) => ({
  value,
  label: phrases.shortWeekdays[Number(value)] ?? value,
  name: phrases.weekdays[Number(value)] ?? value,
}));

const MONTHS = phrases.months.map((name, place) => ({
  value: String(place),
  label: name.slice(0, 3),
  name,
}));

const DAYS = everyOf(32).map((value) => ({
  value,
  label: value === "31" ? words.lastDay : String(Number(value) + 1),
  name: value === "31" ? phrases.lastDay : phrases.dayNumber(String(Number(value) + 1)),
}));

const WEEKS = words.weekNames.map((label, place) => ({
  value: String(place),
  label,
  name: label,
}));

export function CalendarFields({ form }: { form: TaskForm }) {
  const months = (
    <ChipField
      label={words.months}
      choices={MONTHS}
      all={words.everyMonth}
      {...form.getInputProps("monthly_months_of_year")}
    />
  );
  const weekdays = (
    <ChipField
      label={words.weekdays}
      choices={WEEKDAYS}
      all={words.everyDay}
      {...form.getInputProps("run_time_bit_weekdays")}
    />
  );
  switch (form.values.task_type) {
    case "daily":
      return (
        <NumberInput
          label={words.dailyInterval}
          w={220}
          {...rules.TaskBody.daily_interval}
          // The API takes 0 where the type has no days.
          min={1}
          {...form.getInputProps("daily_interval")}
        />
      );
    case "weekly":
      return (
        <>
          {weekdays}
          <NumberInput
            label={words.weeklyInterval}
            w={220}
            {...rules.TaskBody.weekly_interval}
            min={1}
            {...form.getInputProps("weekly_interval")}
          />
        </>
      );
    case "monthly":
      return (
        <>
          {months}
          <ChipField
            label={words.days}
            choices={DAYS}
            grid
            {...form.getInputProps("monthly_days_of_month")}
          />
        </>
      );
    case "monthlydow":
      return (
        <>
          {months}
          <ChipField
            label={words.weeks}
            choices={WEEKS}
            {...form.getInputProps("monthly_weeks_of_month")}
          />
          {weekdays}
        </>
      );
    default:
      return null;
  }
}
