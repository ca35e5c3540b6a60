/** The live connection of the page, and how components listen to it. */
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from "react";
import { useMe, useRights } from "../session/me";
import { Connection } from "./connection";
import { type EventOn, type LiveEvent, RIGHTS_TO_FOLLOW, type Topic } from "./events.gen";
import { readOlder } from "./readOlder";
import { openSocket } from "./socket";

/** Events that come together cause one request. */
const GATHER = 300;

/** How often lists are read again while no connection reports changes. */
const WITHOUT_CONNECTION = 15_000;

export const connection = new Connection(() => openSocket("/ws/events/"));
window.addEventListener("online", () => connection.reconnectNow());

export function useConnectionState() {
  return useSyncExternalStore(connection.watch, connection.state);
}

/**
 * Listens to topics while the component is on the page. What may have been
 * missed, before the first event could come or during a break, is read again:
 * all queries whose key begins with one of `queries`.
 */
export function useLive<Where extends Topic>(
  topics: Where[],
  queries: readonly (readonly unknown[])[],
  onEvent: (event: EventOn<Where>) => void,
) {
  const client = useQueryClient();
  const handle = useEffectEvent((event: LiveEvent) => {
    if (isOn(event, topics)) onEvent(event);
  });
  const reread = useEffectEvent(() => {
    for (const queryKey of queries) void client.invalidateQueries({ queryKey });
  });
  const readBefore = useEffectEvent((underWay: boolean) => readOlder(client, queries, underWay));
  const list = useOpenTopics(topics).join(" ");
  // After the first render, queries have started before it listens.
  const isLater = useRef(false);
  useEffect(() => {
    const later = isLater.current;
    isLater.current = true;
    if (list === "") return;
    return connection.listen({
      topics: list.split(" ") as Topic[],
      onEvent: handle,
      onResync: reread,
      onFollow: (waited) => readBefore(waited || later),
    });
  }, [list]);
}

function isOn<Where extends Topic>(event: LiveEvent, topics: Where[]): event is EventOn<Where> {
  return topics.some((topic) => topic === event.topic);
}

/** The topics this person may follow: the server closes the connection on any other. */
function useOpenTopics(topics: Topic[]): Topic[] {
  const me = useMe();
  const { may } = useRights();
  if (!me) return [];
  return topics.filter((topic) => {
    const right = rightToFollow(topic);
    return right === null || may(right);
  });
}

function rightToFollow(topic: Topic) {
  const kind = topic.split(":", 1)[0] as keyof typeof RIGHTS_TO_FOLLOW;
  return RIGHTS_TO_FOLLOW[kind];
}

/** Reads the queries again whenever something happens on the topics: enough for most lists. */
export function useLiveQueries(
  topics: Topic[],
  queries: readonly (readonly unknown[])[],
  pause = GATHER,
) {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLive(topics, queries, () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      for (const queryKey of queries) void client.invalidateQueries({ queryKey });
    }, pause);
  });
}

/** `refetchInterval` for queries that events keep fresh: they are polled only without a connection. */
export function useFallbackInterval(interval = WITHOUT_CONNECTION): number | false {
  return useConnectionState() === "live" ? false : interval;
}
