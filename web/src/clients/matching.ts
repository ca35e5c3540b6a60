import type { Client } from "./queries";

/** Clients whose name holds the words, and clients with a site that does: then only those sites. */
export function matching(clients: Client[], search: string): Client[] {
  const words = search.trim().toLowerCase();
  if (words === "") return clients;
  const holds = (name: string) => name.toLowerCase().includes(words);
  return clients
    .map((client) =>
      holds(client.name)
        ? client
        : { ...client, sites: client.sites.filter((site) => holds(site.name)) },
    )
    .filter((client) => holds(client.name) || client.sites.length > 0);
}
