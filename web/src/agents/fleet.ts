/** The agents of the table: read page by page, kept fresh by events. */
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { api, page } from "../api/client";
import type { LiveEvent } from "../live/connection";
import { useFallbackInterval, useLive } from "../live/live";
import { changesList, type FleetFilter, type Pages, rowsOf, withEvents } from "./fleetRows";

interface Piece {
  page: number;
  size: number;
}

/** A screenful first, so that there is something to see at once; then everything in large pieces. */
const FIRST: Piece = { page: 1, size: 100 };
const LARGE = 1000;

/** What was read is on the screen before more is asked for. */
const AFTER_PAINT = 120;

/** Events that come together are shown together. */
const GATHER = 200;

export const fleetQuery = (filter: FleetFilter) =>
  infiniteQueryOptions({
    queryKey: ["agents", "fleet", filter],
    queryFn: ({ pageParam, signal }) => {
      const query = { ...filter, page: pageParam.page, page_size: pageParam.size };
      return page(api.GET("/agents/", { params: { query }, signal }));
    },
    initialPageParam: FIRST,
    getNextPageParam: (last, all, { page: number }) => {
      if (!last.next) return undefined;
      // The first large piece begins with the screenful once more; rows are told apart below.
      return { page: all.length === 1 ? 1 : number + 1, size: LARGE };
    },
    placeholderData: (before) => before,
    staleTime: 30_000,
  });

export function useFleet(filter: FleetFilter) {
  const refetchInterval = useFallbackInterval(30_000);
  const query = useInfiniteQuery({ ...fleetQuery(filter), refetchInterval });
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

/** Puts changed keys into the rows; what adds or moves rows reads the list again. */
function useFleetEvents(filter: FleetFilter) {
  const client = useQueryClient();
  const waiting = useRef<LiveEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const settle = useEffectEvent(() => {
    timer.current = undefined;
    const events = waiting.current.splice(0);
    const { queryKey } = fleetQuery(filter);
    if (events.some((event) => changesList(event, filter))) {
      void client.invalidateQueries({ queryKey });
    } else {
      client.setQueryData(queryKey, (data: Pages | undefined) => withEvents(data, events));
    }
  });
  useLive(["agents"], [["agents", "fleet"]], (event) => {
    waiting.current.push(event);
    timer.current ??= setTimeout(settle, GATHER);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}
