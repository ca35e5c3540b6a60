/** What the pages read about clients and their sites. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { byName } from "../ui/sorting";

export type Client = Schema<"Client">;
export type Site = Schema<"Site">;

export const clientsQuery = queryOptions({
  queryKey: ["clients"],
  queryFn: async () => {
    const clients = byName(await answer(api.GET("/clients/")));
    return clients.map((client) => ({ ...client, sites: byName(client.sites) }));
  },
});

/** Runs the checks of the agents that are online, due or not, and returns how many those are. */
export async function runChecksOf(type: "client" | "site", id: number) {
  const params = { path: { id }, query: { detail: true } };
  const call =
    type === "client"
      ? api.POST("/checks/client/{id}/csbulkrun/", { params })
      : api.POST("/checks/site/{id}/csbulkrun/", { params });
  // `openapi.json` describes the sentence that is answered without `detail`.
  const { counts } = (await answer<unknown>(call)) as Schema<"Bulk">;
  return counts;
}

/** Sites with their client's name, as choices: which one it is shows after the choice too. */
export function siteChoices(clients: Client[], without?: (site: Site) => boolean) {
  return clients.flatMap((client) =>
    client.sites
      .filter((site) => !without?.(site))
      .map((site) => ({ value: String(site.id), label: `${client.name} · ${site.name}` })),
  );
}
