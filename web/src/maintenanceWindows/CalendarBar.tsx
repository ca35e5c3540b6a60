/** Above the calendar: which month or week, and how it is shown. */
import { Button, Group, SegmentedControl, Title } from "@mantine/core";
import { IconChevronLeft, IconChevronRight } from "@tabler/icons-react";
import { asWord } from "../api/word";
import { IconAction } from "../ui/actions";
import { pageName } from "./dayText";
import type { CalendarView } from "./grid";
import { calendar as words } from "./messages";
import type { CalendarState } from "./useCalendar";

export function CalendarBar({ calendar }: { calendar: CalendarState }) {
  const { view, day, days } = calendar;
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="xs">
        <IconAction label={words.previous[view]} onClick={() => calendar.turn(-1)}>
          <IconChevronLeft size={18} />
        </IconAction>
        <Title order={2} aria-live="polite">
          {pageName(view, day, days)}
        </Title>
        <IconAction label={words.next[view]} onClick={() => calendar.turn(1)}>
          <IconChevronRight size={18} />
        </IconAction>
        <Button variant="default" size="xs" onClick={calendar.showToday}>
          {words.today}
        </Button>
      </Group>
      {!calendar.isNarrow && (
        <SegmentedControl
          aria-label={words.view}
          size="xs"
          data={[
            { value: "month", label: words.month },
            { value: "week", label: words.week },
            { value: "list", label: words.listView },
          ]}
          value={view}
          onChange={(next) => calendar.choose(asWord<CalendarView>(next))}
        />
      )}
    </Group>
  );
}
