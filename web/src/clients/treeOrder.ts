/** The order of the tree: by name, or what fails first. */
import type { Client } from "./queries";

export function treeOrder(clients: Client[], sort: string): Client[] {
  if (sort !== "alphafail") return clients;
  const inOrder = <One extends Pick<Client, "failing_checks">>(all: One[]) =>
    all.toSorted((left, right) => severity(right) - severity(left));
  return inOrder(clients).map((client) => ({ ...client, sites: inOrder(client.sites) }));
}

function severity({ failing_checks }: Pick<Client, "failing_checks">): number {
  if (failing_checks.error > 0) return 2;
  return failing_checks.warning > 0 ? 1 : 0;
}
