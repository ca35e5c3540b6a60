/** The order of the tree: by name, or what needs attention first. */
import { severityOf } from "./health";
import type { Client, Site } from "./queries";

export function treeOrder(clients: Client[], sort: string): Client[] {
  if (sort !== "alphafail") return clients;
  const inOrder = <One extends Client | Site>(all: One[]) =>
    all.toSorted((left, right) => severityOf(right) - severityOf(left));
  return inOrder(clients).map((client) => ({ ...client, sites: inOrder(client.sites) }));
}
