/** Where policies are set, in few words and as rows. */
import type { Client } from "../clients/queries";
import { policies as words } from "./messages";
import type { Policy, Related, Target } from "./queries";

/** "All servers, 2 clients, 1 site", from what the list of clients says. */
export function assignmentSummary(policy: Policy, clients: Client[]): string {
  const has = (owner: { server_policy?: number | null; workstation_policy?: number | null }) =>
    owner.server_policy === policy.id || owner.workstation_policy === policy.id;
  const sites = clients.flatMap((client) => client.sites);
  const clientCount = clients.filter(has).length;
  const siteCount = sites.filter(has).length;
  return [
    policy.default_server_policy && words.allServers,
    policy.default_workstation_policy && words.allWorkstations,
    clientCount > 0 && words.clientCount(clientCount),
    siteCount > 0 && words.siteCount(siteCount),
  ]
    .filter(Boolean)
    .join(", ");
}

/** Something that a policy is set on. */
export interface Assignment {
  key: string;
  target: Target;
  name: string;
  /** The client of a site, the client and site of an agent. */
  within: string;
  servers: boolean;
  workstations: boolean;
}

/** Everything a policy is set on, each once, the widest first. */
export function assignmentsOf(related: Related): Assignment[] {
  const assignments = new Map<string, Assignment>();
  const add = (target: Target, name: string, within: string, kind: "servers" | "workstations") => {
    const key = `${target.kind}-${"id" in target ? target.id : ""}`;
    const known = assignments.get(key) ?? {
      key,
      target,
      name,
      within,
      servers: false,
      workstations: false,
    };
    assignments.set(key, { ...known, [kind]: true });
  };
  if (related.is_default_server_policy) add({ kind: "all" }, words.allServers, "", "servers");
  if (related.is_default_workstation_policy) {
    add({ kind: "all" }, words.allWorkstations, "", "workstations");
  }
  for (const { id, name } of related.server_clients)
    add({ kind: "client", id }, name, "", "servers");
  for (const { id, name } of related.workstation_clients) {
    add({ kind: "client", id }, name, "", "workstations");
  }
  for (const { id, name, client_name } of related.server_sites) {
    add({ kind: "site", id }, name, client_name, "servers");
  }
  for (const { id, name, client_name } of related.workstation_sites) {
    add({ kind: "site", id }, name, client_name, "workstations");
  }
  for (const agent of related.agents) {
    const within = `${agent.client_name} · ${agent.site_name}`;
    add({ kind: "agent", id: agent.agent_id }, agent.hostname, within, "servers");
  }
  return [...assignments.values()];
}
