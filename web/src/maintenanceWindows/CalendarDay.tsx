/** One day of the calendar, with the windows that are open on it. */
import { VisuallyHidden } from "@mantine/core";
import type { KeyboardEvent } from "react";
import { useDialog } from "../ui/dialog";
import { useFilters } from "../ui/useFilter";
import classes from "./Calendar.module.css";
import { partsOf, textOf } from "./days";
import { dayLabel, timesText } from "./dayText";
import type { Shown } from "./grid";
import { calendar as words } from "./messages";
import type { Occurrence } from "./queries";

interface CalendarDayProps {
  day: number;
  shown: Shown<Occurrence>[];
  /** Whether the Tab key leads here. */
  isActive: boolean;
  isToday: boolean;
  /** Of the month before or after. */
  isOutside: boolean;
  /** Room for everything that is open. */
  isTall: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onChoose: () => void;
}

/** As many as a day of a month has room for. */
const MOST = 3;

export function CalendarDay(props: CalendarDayProps) {
  const { day, shown, isActive, isToday, isOutside, isTall } = props;
  const visible = isTall ? shown : shown.slice(0, shown.length > MOST ? MOST - 1 : MOST);
  const hidden = shown.length - visible.length;
  return (
    <td
      // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: ARIA makes a table whose cells take the focus a grid
      role="gridcell"
      className={classes.day}
      tabIndex={isActive ? 0 : -1}
      aria-selected={isActive}
      data-day={day}
      data-today={isToday || undefined}
      data-outside={isOutside || undefined}
      data-tall={isTall || undefined}
      onClick={props.onChoose}
      onKeyDown={(event) => {
        // The buttons of a day have keys of their own.
        if (event.target === event.currentTarget) props.onKeyDown(event);
      }}
    >
      <span className={classes.number} aria-hidden>
        {partsOf(day).day}
      </span>
      <VisuallyHidden>{dayLabel(day, isToday, shown.length)}</VisuallyHidden>
      {visible.map((one) => (
        <Event
          key={`${one.occurrence.window} ${one.occurrence.start}`}
          one={one}
          isActive={isActive}
        />
      ))}
      {hidden > 0 && <More day={day} hidden={hidden} isActive={isActive} />}
    </td>
  );
}

function Event({ one, isActive }: { one: Shown<Occurrence>; isActive: boolean }) {
  const { show } = useDialog();
  const { name, target_name: target } = one.occurrence;
  return (
    <button
      type="button"
      className={classes.event}
      tabIndex={isActive ? 0 : -1}
      title={`${name} · ${target}`}
      onClick={(event) => {
        event.stopPropagation();
        show("window", one.occurrence.window);
      }}
    >
      {timesText(one)} {name}
    </button>
  );
}

function More({ day, hidden, isActive }: { day: number; hidden: number; isActive: boolean }) {
  const [, setFilters] = useFilters();
  return (
    <button
      type="button"
      className={classes.event}
      tabIndex={isActive ? 0 : -1}
      onClick={(event) => {
        event.stopPropagation();
        setFilters({ view: "week", day: textOf(day) }, { step: true });
      }}
    >
      {words.more(hidden)}
    </button>
  );
}
