/** The agents of the table: read page by page, kept fresh by events. */
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { useFallbackInterval, useLive } from "../live/live";
import { FleetEvents, type FleetTable } from "./fleetEvents";
import { checksChange, type FleetFilter, rowsOf } from "./fleetRows";
import { fleetQuery, readAgent } from "./queries";

/** Rows are on the screen before more are requested. */
const AFTER_PAINT = 120;

export function useFleet(filter: FleetFilter, order: string) {
  const refetchInterval = useFallbackInterval(30_000);
  const query = useInfiniteQuery({ ...fleetQuery(filter, order), refetchInterval });
  const { hasNextPage, isFetching, isError, fetchNextPage } = query;
  useEffect(() => {
    if (!hasNextPage || isFetching || isError) return;
    const timer = setTimeout(() => void fetchNextPage(), AFTER_PAINT);
    return () => clearTimeout(timer);
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  useFleetEvents(filter);

  const rows = useMemo(() => rowsOf(query.data), [query.data]);
  return { query, rows, total: query.data?.pages[0]?.count ?? 0 };
}

/** Events change the rows as long as the table is shown. */
function useFleetEvents(filter: FleetFilter) {
  const client = useQueryClient();
  const { queryKey } = fleetQuery(filter);
  const table: FleetTable = {
    filter,
    change: (by) => client.setQueryData(queryKey, by),
    isReading: () => client.isFetching({ queryKey }) > 0,
    reread: () => client.invalidateQueries({ queryKey }),
    readAgent: (agentId) => readAgent(filter, agentId),
  };
  const [events] = useState(() => new FleetEvents(table));
  useEffect(() => events.use(table));
  useEffect(() => () => events.stop(), [events]);
  useLive(["agents"], [["agents", "fleet"]], (event) => events.add(event));
  useLive(["checks"], [], (event) => {
    const change = checksChange(event);
    if (change) events.add(change);
  });
}
