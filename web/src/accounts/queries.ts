/** What the pages read about users, roles and keys. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";

export type User = Schema<"User">;
export type Role = Schema<"Role">;
export type ApiKey = Schema<"ApiKey">;
export type PendingWork = Schema<"PendingWork">;

export const usersQuery = queryOptions({
  queryKey: ["accounts", "users"],
  queryFn: () => answer(api.GET("/accounts/users/")),
});

export const rolesQuery = queryOptions({
  queryKey: ["accounts", "roles"],
  queryFn: () => answer(api.GET("/accounts/roles/")),
});

export const keysQuery = queryOptions({
  queryKey: ["accounts", "apiKeys"],
  queryFn: () => answer(api.GET("/accounts/apikeys/")),
});

export const sessionsQuery = (user: number) =>
  queryOptions({
    queryKey: ["accounts", "sessions", user],
    queryFn: () =>
      answer(api.GET("/accounts/users/{id}/sessions/", { params: { path: { id: user } } })),
  });

/** What is still to happen in the name of a user, or of one of their API keys. Never from memory: it is what a click would cancel. */
export const pendingWorkQuery = (user: number, apiKey: number | undefined) =>
  queryOptions({
    queryKey: ["accounts", "pending", user, apiKey ?? null],
    queryFn: () =>
      answer(
        api.GET("/accounts/{id}/pending/", {
          params: { path: { id: user }, query: apiKey === undefined ? {} : { key: apiKey } },
        }),
      ),
    staleTime: 0,
  });
