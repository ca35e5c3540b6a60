/** The installation, its clients and their sites as rows, each with its policies. */
import type { Client } from "../clients/queries";
import { reach as words } from "./messages";
import type { ClientOverview, Policy, Target } from "./queries";

export interface TreeRow {
  /** Names it in the address: `client-3`. */
  key: string;
  target: Target;
  name: string;
  server_policy: number | null;
  workstation_policy: number | null;
  /** Whether inheritance stops here; unknown without the right to see clients. */
  block: boolean | null;
}

export type ClientRow = TreeRow & { sites: TreeRow[] };

export function treeRows(
  places: ClientOverview[],
  policies: Policy[],
  clients: Client[],
): ClientRow[] {
  const known = new Map(clients.map((client) => [client.id, client]));
  return [everything(policies), ...places.map((place) => clientRow(place, known.get(place.pk)))];
}

function everything(policies: Policy[]): ClientRow {
  return {
    key: "all",
    target: { kind: "all" },
    name: words.everything,
    server_policy: policies.find((policy) => policy.default_server_policy)?.id ?? null,
    workstation_policy: policies.find((policy) => policy.default_workstation_policy)?.id ?? null,
    block: null,
    sites: [],
  };
}

function clientRow(place: ClientOverview, client: Client | undefined): ClientRow {
  const sites = new Map((client?.sites ?? []).map((site) => [site.id, site]));
  return {
    key: `client-${place.pk}`,
    target: { kind: "client", id: place.pk },
    name: place.name,
    server_policy: place.server_policy ?? null,
    workstation_policy: place.workstation_policy ?? null,
    block: client?.block_policy_inheritance ?? null,
    sites: place.sites.map((site) => ({
      key: `site-${site.pk}`,
      target: { kind: "site", id: site.pk },
      name: site.name,
      server_policy: site.server_policy ?? null,
      workstation_policy: site.workstation_policy ?? null,
      block: sites.get(site.pk)?.block_policy_inheritance ?? null,
    })),
  };
}

/** Clients whose name matches with all their sites, others with those that match. */
export function foundRows(rows: ClientRow[], search: string): ClientRow[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === "") return rows;
  const matches = (row: TreeRow) => row.name.toLowerCase().includes(wanted);
  return rows.flatMap((row) => {
    if (matches(row)) return [row];
    const sites = row.sites.filter(matches);
    return sites.length > 0 ? [{ ...row, sites }] : [];
  });
}
