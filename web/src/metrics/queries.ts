/** What the tab reads: the measurements of an agent, and of another one beside it. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { DRAWN } from "./graphs";
import { nowSeconds, type TimeWindow, type View, windowOf } from "./range";
import type { AgentMetrics } from "./types";

export interface Measured {
  agentId: string;
  /** The time that was asked for. */
  window: TimeWindow;
  own: AgentMetrics;
  /** The same time of the agent that is compared with. */
  other: AgentMetrics | null;
}

/** As many as a screen has room for. */
const POINTS = 500;

/** Agents send every five minutes, nobody knows when; in milliseconds. */
const EVERY = 60_000;

/** Whoever looks at an agent that has measured nothing yet waits for it. */
const SOON = 5_000;

/** What all queries about an agent's measurements begin with. */
export const metricsOf = (agentId: string) => ["metrics", "agent", agentId] as const;

/** Both agents are asked about the same time, so that their values stand at the same times. */
export const metricsQuery = (agentId: string, other: string, view: View) =>
  queryOptions({
    queryKey: [...metricsOf(agentId), other, view],
    queryFn: async ({ signal }): Promise<Measured> => {
      const window = windowOf(view, nowSeconds());
      const [own, compared] = await Promise.all([
        readMetrics(agentId, window, signal),
        other === "" ? null : readMetrics(other, window, signal),
      ]);
      return { agentId, window, own, other: compared };
    },
    // The graphs stay while others of the same agent are on their way.
    placeholderData: (before: Measured | undefined) =>
      before?.agentId === agentId ? before : undefined,
    // While the page is visible.
    refetchInterval: (query: { state: { data?: Measured } }) =>
      query.state.data?.own.series.length === 0 ? SOON : EVERY,
  });

function readMetrics(agent_id: string, { from, to }: TimeWindow, signal: AbortSignal) {
  const query = { from: String(from), to: String(to), points: POINTS, names: DRAWN.join(",") };
  return answer(
    api.GET("/agents/{agent_id}/metrics/", {
      params: { path: { agent_id }, query },
      signal,
    }),
  );
}
