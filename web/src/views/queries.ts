/** What the pages read about saved views, and how they write them. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

/** The tables that can have views. */
export type ViewPage = "agents" | "software" | "updates" | "audit" | "history";

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

export const changeView = (id: number, body: Partial<NewView>) =>
  answer(api.PUT("/core/views/{id}/", { params: { path: { id } }, body })) as Promise<SavedView>;

export const deleteView = (id: number) =>
  answer(api.DELETE("/core/views/{id}/", { params: { path: { id } } }));
