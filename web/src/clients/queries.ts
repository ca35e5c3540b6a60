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

/** Sites with their client's name, as choices: which one it is shows after the choice too. */
export function siteChoices(clients: Client[], without?: (site: Site) => boolean) {
  return clients.flatMap((client) =>
    client.sites
      .filter((site) => !without?.(site))
      .map((site) => ({ value: String(site.id), label: `${client.name} · ${site.name}` })),
  );
}
