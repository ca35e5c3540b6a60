/** What the pages read about runs. */
import { queryOptions } from "@tanstack/react-query";
import { allRows } from "../api/allRows";
import { answer, api, page, type QueryOf, type Schema } from "../api/client";
import { asWord } from "../api/word";
import { withMoments } from "../texts/format";
import type { Filters } from "../ui/useFilter";

export type Run = Schema<"Run">;
/** With the request that started it. */
export type WholeRun = Schema<"WholeRun">;

export const RUNS_PER_PAGE = 50;

/** The words of the address that narrow the list. */
export const RUN_FILTERS = ["search", "status", "type", "days", "user"] as const;

const narrowing = (filters: Filters, agent?: string): QueryOf<"/runs/"> => ({
  ...(agent && { agent }),
  ...(filters.search && { search: filters.search }),
  ...(filters.status && { status: asWord(filters.status) }),
  ...(filters.type && { type: asWord(filters.type) }),
  ...(filters.days && { days: Number(filters.days) }),
  ...(filters.user && { user: filters.user }),
});

/** A page of runs, of one agent or of all. */
export const runsQuery = (filters: Filters, agent?: string) => {
  const query = {
    page: Number(filters.page ?? 1),
    page_size: RUNS_PER_PAGE,
    ...narrowing(filters, agent),
  };
  return queryOptions({
    queryKey: ["runs", "list", query],
    queryFn: () => page(api.GET("/runs/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** All of them. */
export const allRuns = (filters: Filters, agent?: string): Promise<Run[]> =>
  allRows(
    (run) => run.id,
    (request) => {
      const query = { ...narrowing(filters, agent), ...request };
      return page(api.GET("/runs/", { params: { query } }));
    },
  );

export const runQuery = (id: number) =>
  queryOptions({
    queryKey: ["runs", "one", id],
    queryFn: () => answer(api.GET("/runs/{id}/", { params: { path: { id } } })),
  });

/** Whether the run has not ended. */
export const isOpen = (run: Pick<Run, "status">) =>
  run.status === "queued" || run.status === "running";

/** A command stays as it was typed; everything else is the server's own sentence. */
const saidOf = (run: Run) => (run.type === "cmd_run" ? run.command : withMoments(run.command));

/** What was run, in one line. */
export function whatOf(run: Run, kinds: Record<string, string>): string {
  return run.script_name || saidOf(run) || kinds[run.type] || run.type;
}
