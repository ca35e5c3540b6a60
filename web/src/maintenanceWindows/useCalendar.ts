/** Which page of the calendar is shown: its words in the address. */
import { useMediaQuery } from "@mantine/hooks";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useFallbackInterval } from "../live/live";
import { useNow } from "../ui/Moment";
import { useFilters } from "../ui/useFilter";
import { dayOf, textOf } from "./days";
import { byDay, type CalendarView, daysShown, spanOf, todayIn, turned } from "./grid";
import { calendarQuery } from "./queries";
import { ownZone } from "./zone";

const NARROW = "(max-width: 48em)";

const VIEWS: CalendarView[] = ["month", "week", "list"];

export function useCalendar() {
  const [filters, setFilters] = useFilters();
  const isNarrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false }) ?? false;
  const zone = ownZone();
  const today = todayIn(zone, useNow());
  const chosen = dayOf(filters.day ?? "");
  const day = Number.isNaN(chosen) ? today : chosen;
  const asked = VIEWS.find((view) => view === filters.view) ?? "month";
  // There is no room for seven columns on a phone.
  const view: CalendarView = isNarrow ? "list" : asked;
  const days = useMemo(() => daysShown(view, day), [view, day]);
  const refetchInterval = useFallbackInterval();
  const query = useQuery({
    ...calendarQuery(spanOf(days, zone)),
    placeholderData: (before) => before,
    refetchInterval,
  });
  const { data } = query;
  const shown = useMemo(() => byDay(data ?? [], zone), [data, zone]);
  return {
    query,
    view,
    isNarrow,
    zone,
    today,
    day,
    days,
    shown,
    show: (next: number) => setFilters({ day: textOf(next) }),
    showToday: () => setFilters({ day: undefined }),
    turn: (by: number) => setFilters({ day: textOf(turned(view, day, by)) }),
    choose: (next: CalendarView) => setFilters({ view: next === "month" ? undefined : next }),
  };
}

export type CalendarState = ReturnType<typeof useCalendar>;
