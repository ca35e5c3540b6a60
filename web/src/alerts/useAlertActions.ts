/** What can be done with one alert at once, without asking first. */
import { formatMoment } from "../texts/format";
import { useAction } from "../ui/useAction";
import { alerts as words } from "./messages";
import { ALERTS, acknowledge, resolve, snooze, unsnooze } from "./queries";

interface Snooze {
  id: number;
  /** Nothing: until somebody lifts it. */
  until: Date | null;
}

/** `onDone`: where the focus goes when the row disappears. */
export function useAlertActions(onDone?: () => void) {
  const after = { refresh: [ALERTS], ...(onDone && { onDone }) };
  const acknowledging = useAction({
    act: (id: number) => acknowledge(id, ""),
    done: words.acknowledgedDone,
    ...after,
  });
  const snoozing = useAction({
    act: ({ id, until }: Snooze) => snooze(id, until),
    done: (_, { until }) =>
      until ? words.snoozedDone(formatMoment(until)) : words.snoozedDoneLifted,
    ...after,
  });
  const lifting = useAction({ act: unsnooze, done: words.unsnoozedDone, ...after });
  const resolving = useAction({ act: resolve, done: words.resolvedDone, ...after });
  return {
    acknowledge: acknowledging.mutate,
    snooze: snoozing.mutate,
    unsnooze: lifting.mutate,
    resolve: resolving.mutate,
    busy: acknowledging.isPending || snoozing.isPending || lifting.isPending || resolving.isPending,
  };
}
