/** What the account page reads about notifications in browsers. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { currentHash } from "./subscription";

export type Browser = Schema<"PushSubscription">;

export const pushQuery = queryOptions({
  queryKey: ["push", "own"],
  queryFn: () => answer(api.GET("/accounts/push/")),
});

/** Which of them this browser is: asked of the browser, not of the server. */
export const hereQuery = queryOptions({
  queryKey: ["push", "here"],
  queryFn: currentHash,
  networkMode: "always",
});
