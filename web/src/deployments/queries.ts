/** What the pages read about installers and links. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";

export type Deployment = Schema<"Deployment">;

export const deploymentsQuery = queryOptions({
  queryKey: ["deployments"],
  queryFn: () => answer(api.GET("/clients/deployments/")),
});

/** The agents of a site, to notice a new one. */
export const siteAgentsQuery = (site: number) =>
  queryOptions({
    queryKey: ["agents", "site", site],
    queryFn: () => {
      const query = { site, detail: false, page_size: 1000 };
      return page(api.GET("/agents/", { params: { query } }));
    },
    staleTime: 0,
  });

/** Whether a deployment can still be used. */
export function stateOf(deployment: Deployment, now = Date.now()): "valid" | "expired" | "usedUp" {
  if (Date.parse(deployment.expiry) <= now) return "expired";
  const { max_uses: limit, uses } = deployment;
  return limit !== null && limit !== undefined && uses >= limit ? "usedUp" : "valid";
}

export type Kind = Schema<"InstallerKind">;

export const kindsQuery = queryOptions({
  queryKey: ["deployments", "kinds"],
  queryFn: () => answer(api.GET("/agents/installer/")),
});
