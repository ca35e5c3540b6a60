/** The windows of a month below each other, by day: on a phone the only view. */
import { Text, Title } from "@mantine/core";
import { IconCalendarOff } from "@tabler/icons-react";
import { useDialog } from "../ui/dialog";
import { Empty } from "../ui/states";
import classes from "./Calendar.module.css";
import { dayName, timesText } from "./dayText";
import { calendar as words } from "./messages";
import type { CalendarState } from "./useCalendar";

export function CalendarList({ calendar }: { calendar: CalendarState }) {
  const { show } = useDialog();
  const days = calendar.days.filter((day) => calendar.shown.has(day));
  if (days.length === 0) {
    return (
      <Empty
        title={words.nothing}
        hint={words.nothingHint}
        icon={<IconCalendarOff size={26} stroke={1.5} />}
      />
    );
  }
  return (
    <>
      <ul className={classes.list} aria-label={words.label}>
        {days.map((day) => (
          <li key={day}>
            <Title order={3}>
              {dayName(day)}
              {day === calendar.today && ` · ${words.isToday}`}
            </Title>
            {calendar.shown.get(day)?.map((one) => (
              <button
                key={`${one.occurrence.window} ${one.occurrence.start}`}
                type="button"
                className={classes.event}
                onClick={() => show("window", one.occurrence.window)}
              >
                {timesText(one)} {one.occurrence.name} · {one.occurrence.target_name}
              </button>
            ))}
          </li>
        ))}
      </ul>
      <Text size="xs" c="dimmed">
        {words.zone(calendar.zone)}
      </Text>
    </>
  );
}
