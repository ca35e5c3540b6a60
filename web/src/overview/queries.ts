/** What the overview reads besides agents and alerts. */
import { queryOptions } from "@tanstack/react-query";
import { api, page, type QueryOf, type Schema } from "../api/client";
import { readTrend, type Trend } from "./trends";

/** How a run ends that did not do what it should. */
const FAILURES: Schema<"Run">["status"][] = ["failed", "timed_out", "interrupted"];

/** How many of them are listed. */
const NEWEST = 5;

/** The runs of the last day that failed: how many, and the newest. */
export const failedRunsQuery = queryOptions({
  // Begins as the lists of runs do: whoever changes a run reads this again too.
  queryKey: ["runs", "list", "failed"],
  queryFn: async () => {
    const read = (status: (typeof FAILURES)[number]) => {
      const query = { status, days: 1, page: 1, page_size: NEWEST };
      return page(api.GET("/runs/", { params: { query } }));
    };
    const found = await Promise.all(FAILURES.map(read));
    return {
      count: found.reduce((sum, { count }) => sum + count, 0),
      newest: found
        .flatMap(({ results }) => results)
        .toSorted((left, right) => Date.parse(right.time) - Date.parse(left.time))
        .slice(0, NEWEST),
    };
  },
});

/** How many alerts opened on each of the last days. The server counts; no list is read for it. */
function alertTrend(which: QueryOf<"/alerts/">): Promise<Trend> {
  return readTrend(async (timeFilter) => {
    const query = { ...which, timeFilter, page: 1, page_size: 1 };
    return (await page(api.GET("/alerts/", { params: { query } }))).count;
  });
}

/** What the trends of alerts show, and when it was read. */
export const alertTrendsQuery = queryOptions({
  // Not with the lists of alerts: what somebody does with one changes no count here.
  queryKey: ["overview", "trends"],
  queryFn: async () => {
    const now = Date.now();
    const [error, warning, info, away] = await Promise.all([
      alertTrend({ severityFilter: ["error"] }),
      alertTrend({ severityFilter: ["warning"] }),
      alertTrend({ severityFilter: ["info"] }),
      alertTrend({ type: "availability" }),
    ]);
    return { now, severities: { error, warning, info }, away };
  },
  staleTime: 60_000,
});
