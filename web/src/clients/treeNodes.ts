/** Clients and sites as nodes of a tree. */
import type { TreeNodeData } from "@mantine/core";
import { type Health, healthOf } from "./health";
import { clients as words } from "./messages";
import type { Client } from "./queries";

/** What is chosen: everything, a client, or a site. */
export interface TreeChoice {
  client?: number;
  site?: number;
}

export interface NodeProps {
  count: number;
  health: Health | undefined;
  icon: "all" | "client" | "site";
}

export function treeNodes(clients: Client[]): TreeNodeData[] {
  const all = clients.reduce((sum, client) => sum + client.agent_count, 0);
  return [
    {
      value: "all",
      label: words.allAgents,
      nodeProps: { count: all, health: undefined, icon: "all" } satisfies NodeProps,
    },
    ...clients.map((client) => ({
      value: nodeOf({ client: client.id }),
      label: client.name,
      nodeProps: {
        count: client.agent_count,
        health: healthOf(client)[0],
        icon: "client",
      } satisfies NodeProps,
      children: client.sites.map((site) => ({
        value: nodeOf({ site: site.id }),
        label: site.name,
        nodeProps: {
          count: site.agent_count,
          health: healthOf(site)[0],
          icon: "site",
        } satisfies NodeProps,
      })),
    })),
  ];
}

export function nodeOf({ client, site }: TreeChoice): string {
  if (site !== undefined) return `site:${site}`;
  return client !== undefined ? `client:${client}` : "all";
}

export function choiceOf(value: string): TreeChoice {
  const [kind, id] = value.split(":");
  if (kind === "site") return { site: Number(id) };
  return kind === "client" ? { client: Number(id) } : {};
}
