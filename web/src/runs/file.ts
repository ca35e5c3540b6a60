/** Runs as a file: as the table shows them, with the client and site of each. */
import { allRows } from "../api/allRows";
import { api, page } from "../api/client";
import type { Column } from "../ui/column";
import type { Filters } from "../ui/useFilter";
import { runs } from "./messages";
import { allRuns, type Run } from "./queries";
import { runColumns } from "./RunTable";

export interface RunWithSite {
  run: Run;
  client: string;
  site: string;
}

interface AgentSite {
  agent_id: string;
  client_name: string;
  site_name: string;
}

/** The client and site of each run; empty for removed agents and for the server. */
export function withSites(all: Run[], agents: AgentSite[]): RunWithSite[] {
  const sites = new Map(agents.map((agent) => [agent.agent_id, agent]));
  return all.map((run) => {
    const agent = sites.get(run.agent_id ?? "");
    return { run, client: agent?.client_name ?? "", site: agent?.site_name ?? "" };
  });
}

export async function runsForFile(filters: Filters, agent?: string): Promise<RunWithSite[]> {
  const sites = allRows<AgentSite>(
    (agent) => agent.agent_id,
    (request) => page(api.GET("/agents/", { params: { query: { detail: false, ...request } } })),
  );
  return withSites(await allRuns(filters, agent), await sites);
}

const ofRun = runColumns.map((column): Column<RunWithSite> => {
  const file = column.file ?? column.sort;
  return {
    id: column.id,
    title: column.title,
    cell: () => null,
    ...(file && { file: ({ run }: RunWithSite) => file(run) }),
  };
});

/** After the agent, as everywhere. */
const at = ofRun.findIndex(({ id }) => id === "agent") + 1;

export const fileColumns: Column<RunWithSite>[] = [
  ...ofRun.slice(0, at),
  { id: "client", title: runs.client, cell: () => null, file: ({ client }) => client },
  { id: "site", title: runs.site, cell: () => null, file: ({ site }) => site },
  ...ofRun.slice(at),
];
