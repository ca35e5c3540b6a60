/** A month or a week as a grid of days; arrow keys move through it. */
import { Text } from "@mantine/core";
import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { useDialog } from "../ui/dialog";
import classes from "./Calendar.module.css";
import { CalendarDay } from "./CalendarDay";
import { partsOf, textOf, WEEKDAYS } from "./days";
import { dayAfterKey } from "./grid";
import { weekdayLong, weekdayShort, calendar as words } from "./messages";
import type { CalendarState } from "./useCalendar";

export function CalendarGrid({ calendar }: { calendar: CalendarState }) {
  const { view, day, days, today, shown } = calendar;
  const { show } = useDialog();
  const hint = useId();
  const table = useRef<HTMLTableElement>(null);
  // Only keys move the focus: a link or a button leaves it where it is.
  const moved = useRef(false);
  useEffect(() => {
    if (!moved.current) return;
    moved.current = false;
    table.current?.querySelector<HTMLElement>(`[data-day="${day}"]`)?.focus();
  }, [day]);
  const onKeyDown = (event: KeyboardEvent, on: number) => {
    const next = dayAfterKey(event.key, on);
    const [first] = shown.get(on) ?? [];
    if (next !== null) {
      moved.current = true;
      calendar.show(next);
    } else if (event.key === "Enter" && first) show("window", first.occurrence.window);
    else if (event.key.toLowerCase() === "n" && !event.ctrlKey && !event.metaKey) {
      show("add-window", textOf(on));
    } else return;
    event.preventDefault();
  };
  const { month } = partsOf(day);
  const weeks = Array.from({ length: days.length / 7 }, (_, week) =>
    days.slice(week * 7, week * 7 + 7),
  );
  return (
    <>
      <table
        ref={table}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA makes a table whose cells take the focus a grid
        role="grid"
        aria-label={words.label}
        aria-describedby={hint}
        className={classes.grid}
      >
        <thead>
          <tr>
            {WEEKDAYS.map((weekday) => (
              <th key={weekday} scope="col" abbr={weekdayLong(weekday)}>
                {weekdayShort(weekday)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((one) => (
                <CalendarDay
                  key={one}
                  day={one}
                  shown={shown.get(one) ?? []}
                  isActive={one === day}
                  isToday={one === today}
                  isOutside={view === "month" && partsOf(one).month !== month}
                  isTall={view === "week"}
                  onKeyDown={(event) => onKeyDown(event, one)}
                  onChoose={() => calendar.show(one)}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Text id={hint} size="xs" c="dimmed">
        {words.keys} {words.zone(calendar.zone)}
      </Text>
    </>
  );
}
