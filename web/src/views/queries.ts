/** What the pages read about saved views, and how they write them. */
import { queryOptions } from "@tanstack/react-query";
import type { Client } from "openapi-fetch";
import { answer, api } from "../api/client";

/** The tables that can have views. */
export type ViewPage = "agents" | "software" | "updates" | "audit" | "history";

export interface ViewContent {
  /** The words of the address: filters. */
  query: Record<string, string>;
  /** Ids from left to right. */
  columns: string[];
  /** `name`, `-name`, or nothing for the table's own order. */
  sort: string;
}

export interface NewView extends ViewContent {
  page: ViewPage;
  name: string;
  shared: boolean;
}

export interface SavedView extends NewView {
  id: number;
  username: string;
}

interface Answers<Body> {
  responses: { 200: { content: { "application/json": Body } } };
}

interface ViewPaths {
  "/core/views/": {
    get: Answers<SavedView[]>;
    post: Answers<SavedView> & { requestBody: { content: { "application/json": NewView } } };
  };
  "/core/views/{id}/": {
    put: Answers<SavedView> & {
      parameters: { path: { id: number } };
      requestBody: { content: { "application/json": Partial<NewView> } };
    };
    delete: Answers<string> & { parameters: { path: { id: number } } };
  };
}

const calls = api as unknown as Client<ViewPaths>;

export const viewsQuery = queryOptions({
  queryKey: ["views"],
  queryFn: () => answer(calls.GET("/core/views/")),
  staleTime: 60_000,
  retry: false,
});

/** One's own views of a table and those that others share. */
export const viewsOf = (page: ViewPage) =>
  queryOptions({
    ...viewsQuery,
    select: (all: SavedView[]) => all.filter((view) => view.page === page),
  });

export const createView = (body: NewView) => answer(calls.POST("/core/views/", { body }));

export const changeView = (id: number, body: Partial<NewView>) =>
  answer(calls.PUT("/core/views/{id}/", { params: { path: { id } }, body }));

export const deleteView = (id: number) =>
  answer(calls.DELETE("/core/views/{id}/", { params: { path: { id } } }));
