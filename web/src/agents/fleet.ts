/** The agents of the table: read page by page, kept fresh by events. */
import { infiniteQueryOptions, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useRef } from "react";
import { api, page } from "../api/client";
import type { LiveEvent } from "../live/connection";
import { useFallbackInterval, useLive } from "../live/live";
import {
  type FleetFilter,
  type Pages,
  rowsOf,
  unsettled,
  withAgent,
  withEvents,
  withoutAgents,
} from "./fleetRows";

interface Piece {
  page: number;
  size: number;
  ordering?: string;
}

/** A screenful first, so that there is something to see at once; then everything in large pieces. */
const SCREENFUL = 100;
const LARGE = 1000;

/** What was read is on the screen before more is asked for. */
const AFTER_PAINT = 120;

/** Events that come together are shown together. */
const GATHER = 200;

/** At most this often is the whole list read again, however much happens. */
const REREAD = 5_000;

/** Looking after this many agents one by one costs more than reading the list again. */
const MANY = 20;

/** What the server can sort by. Other orders are made here, when the rows are. */
const SORTABLE = new Set([
  "hostname",
  "client_name",
  "site_name",
  "last_seen",
  "boot_time",
  "operating_system",
  "version",
  "total_ram",
]);

/** `order` only decides which agents come first; all of them come in the end. */
export const fleetQuery = (filter: FleetFilter, order = "") =>
  infiniteQueryOptions({
    queryKey: ["agents", "fleet", filter],
    queryFn: ({ pageParam: { size, ...piece }, signal }) => {
      const query = { ...filter, ...piece, page_size: size };
      return page(api.GET("/agents/", { params: { query }, signal }));
    },
    initialPageParam: firstPiece(order),
    getNextPageParam: (last, all, { page: number }): Piece | undefined => {
      if (!last.next) return undefined;
      // The first large piece begins with the screenful once more; rows are told apart below.
      return { page: all.length === 1 ? 1 : number + 1, size: LARGE };
    },
    placeholderData: (before) => before,
    staleTime: 30_000,
  });

function firstPiece(order: string): Piece {
  const piece = { page: 1, size: SCREENFUL };
  return SORTABLE.has(order.replace(/^-/, "")) ? { ...piece, ordering: order } : piece;
}

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

/** Puts changed keys into the rows, and asks about agents that may have come or gone. */
function useFleetEvents(filter: FleetFilter) {
  const client = useQueryClient();
  const waiting = useRef<LiveEvent[]>([]);
  /** What was put into the rows while older ones were still on their way. */
  const again = useRef<LiveEvent[]>([]);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const readAt = useRef(0);
  const asking = useRef(0);
  const { queryKey } = fleetQuery(filter);

  const lookAfter = async (agentId: string) => {
    asking.current += 1;
    try {
      const row = await readAgent(filter, agentId);
      client.setQueryData(queryKey, (data: Pages | undefined) =>
        row ? withAgent(data, row) : withoutAgents(data, new Set([agentId])),
      );
    } catch {
      await client.invalidateQueries({ queryKey });
    } finally {
      asking.current -= 1;
    }
  };
  const settle = useEffectEvent(() => {
    timer.current = undefined;
    const fresh = waiting.current.splice(0);
    const events = [...again.current.splice(0), ...fresh];
    client.setQueryData(queryKey, (data: Pages | undefined) => withEvents(data, events));
    const asked = unsettled(fresh, filter);
    if (asked.length <= MANY) for (const id of asked) void lookAfter(id);
    else if (Date.now() - readAt.current > REREAD) {
      readAt.current = Date.now();
      void client.invalidateQueries({ queryKey });
    } else {
      // Not yet: what is open is settled with what comes until then.
      waiting.current.unshift(...fresh);
      timer.current = setTimeout(settle, REREAD);
    }
    if (asking.current > 0 || client.isFetching({ queryKey }) > 0) {
      again.current = events;
      timer.current ??= setTimeout(settle, GATHER);
    }
  });
  useLive(["agents"], [["agents", "fleet"]], (event) => {
    waiting.current.push(event);
    timer.current ??= setTimeout(settle, GATHER);
  });
  useEffect(() => () => clearTimeout(timer.current), []);
}

/** One agent as it is now, if this filter finds it. */
async function readAgent(filter: FleetFilter, agent_id: string) {
  const query = { ...filter, agent_id, page: 1, page_size: 1 };
  const found = await page(api.GET("/agents/", { params: { query } }));
  return found.results[0];
}
