/** What the pages read about saved views, and how they write them. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";

/** The tables that can have views. */
export type ViewPage = "agents" | "alerts" | "software" | "updates" | "audit" | "history";

/** `query` has the words of the address, `sort` is `name`, `-name`, or nothing. */
export type SavedView = Omit<Schema<"SavedView">, "query"> & { query: Record<string, string> };

export type ViewContent = Pick<SavedView, "query" | "columns" | "sort">;

export type NewView = ViewContent & Pick<SavedView, "name" | "shared"> & { page: ViewPage };

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: () => answer(api.GET("/core/views/")) as Promise<SavedView[]>,
  staleTime: 60_000,
  retry: false,
});

/** One's own views of a table and those that others share. */
export const viewsOf = (page: ViewPage) =>
  queryOptions({
    ...viewsQuery,
    select: (all: SavedView[]) => all.filter((view) => view.page === page),
  });

export const createView = (body: NewView) =>
  answer(api.POST("/core/views/", { body })) as Promise<SavedView>;

/** `opened` is the time of the state that a form was filled from. */
export function changeView(id: number, body: Partial<NewView>, opened?: string) {
  const params = { path: { id } };
  const changed = api.PUT("/core/views/{id}/", { params, headers: seen(opened), body });
  return answer(changed) as Promise<SavedView>;
}

export const deleteView = (id: number) =>
  answer(api.DELETE("/core/views/{id}/", { params: { path: { id } } }));
