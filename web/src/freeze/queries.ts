/** What the pages read about freezes. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type Freeze = Schema<"Freeze">;

export const freezeQuery = queryOptions({
  queryKey: ["freeze"],
  queryFn: () => answer(api.GET("/core/freeze/")),
  // Events reach only those who may see what was frozen in other ways too.
  refetchInterval: 30_000,
});
