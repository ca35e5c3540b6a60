/** What the pages read about URL actions and their deliveries. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";
import { isOpen } from "./deliveryState";

export type UrlAction = Schema<"UrlAction">;
export type UrlActionPreset = Schema<"UrlActionPreset">;
export type UrlActionTest = Schema<"UrlActionTest">;
export type WebhookDelivery = Schema<"WebhookDelivery">;

export const urlActionsQuery = queryOptions({
  queryKey: ["urlActions", "list"],
  queryFn: () => answer(api.GET("/core/urlaction/")),
});

export const presetsQuery = queryOptions({
  queryKey: ["urlActions", "presets"],
  queryFn: () => answer(api.GET("/core/urlaction/presets/")),
  staleTime: Number.POSITIVE_INFINITY,
});

/** How soon to look again for a webhook that is being tried. */
const SOON = 3_000;

export const deliveriesQuery = (id: number) =>
  queryOptions({
    queryKey: ["urlActions", "deliveries", id],
    queryFn: () =>
      answer(api.GET("/core/urlaction/{id}/deliveries/", { params: { path: { id } } })),
    refetchInterval: ({ state }) => (state.data?.some(isOpen) ? SOON : false),
  });

/** Some agents whose names match, for a test about one of them. */
export const agentChoicesQuery = (search: string) =>
  queryOptions({
    queryKey: ["urlActions", "agents", search],
    queryFn: () => {
      const query = { detail: false, page_size: 8, search };
      return page(api.GET("/agents/", { params: { query } }));
    },
  });
