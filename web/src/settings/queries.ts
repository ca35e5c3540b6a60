/** What the pages read about the settings of the installation. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api } from "../api/client";

export const settingsQuery = queryOptions({
  queryKey: ["settings"],
  queryFn: () => answer(api.GET("/core/settings/")),
});

export const healthQuery = queryOptions({
  queryKey: ["health"],
  queryFn: () => answer(api.GET("/core/health/")),
  refetchInterval: 15_000,
});
