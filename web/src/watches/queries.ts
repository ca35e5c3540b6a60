/** What the pages read about one's own watches, and how they change them. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Watch = Schema<"Watch">;

export const watchesQuery = queryOptions({
  queryKey: ["watches"],
  queryFn: () => answer(api.GET("/accounts/watches/")),
});

export const addWatch = (body: Schema<"CreateWatch">) =>
  answer(api.POST("/accounts/watches/", { body }));

export const removeWatch = (id: number) =>
  answer(api.DELETE("/accounts/watches/{id}/", { params: { path: { id } } }));
