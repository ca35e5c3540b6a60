/** What the pages read about software, and how it is installed and removed. */
import { queryOptions } from "@tanstack/react-query";
import { allRows } from "../api/allRows";
import { answer, api, page, type Schema } from "../api/client";
import type { Filters } from "../ui/useFilter";

export type SoftwareItem = Schema<"SoftwareItem">;
export type Program = Schema<"SoftwareSummary">;

export const PER_PAGE = 100;

export const inventoryQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["software", agentId],
    queryFn: () =>
      answer(api.GET("/software/{agent_id}/", { params: { path: { agent_id: agentId } } })),
  });

const narrowing = (filters: Filters) => ({
  ...(filters.search && { search: filters.search }),
  ...(filters.sort && { ordering: filters.sort }),
  ...(filters.site && { site: Number(filters.site) }),
});

export const idOf = (program: Program) => `${program.name} ${program.publisher}`;

/** All of them that match. */
export const allPrograms = (filters: Filters): Promise<Program[]> =>
  allRows(idOf, (request) => {
    const query = { ...narrowing(filters), ...request };
    return page(api.GET("/software/summary/", { params: { query } }));
  });

/** The programs of the fleet, each with its versions. */
export const programsQuery = (filters: Filters) => {
  const request = { page: Number(filters.page ?? 1), page_size: PER_PAGE };
  const query = { ...narrowing(filters), ...request };
  return queryOptions({
    queryKey: ["software", "programs", query],
    queryFn: () => page(api.GET("/software/summary/", { params: { query } })),
    placeholderData: (before) => before,
  });
};

/** How many agents have no collected software. */
export const uncollectedQuery = queryOptions({
  queryKey: ["software", "uncollected"],
  queryFn: async () => {
    const query = { search: "is:nevercollected", page_size: 1 };
    return (await page(api.GET("/agents/", { params: { query } }))).count;
  },
});

/** The agents that have a program, with the versions they have. */
export const holdersQuery = (name: string, filters: Filters) => {
  const query = { name, ...(filters.site && { site: Number(filters.site) }) };
  return queryOptions({
    queryKey: ["software", "holders", query],
    queryFn: async () => {
      const found = await answer(api.GET("/software/", { params: { query } }));
      // The server matches parts of names; here the name must be equal.
      return found.flatMap(({ agent_id, hostname, collected_at, software }) =>
        software
          .filter((item) => item.name === name)
          .map((item) => ({ ...item, agent_id, hostname, collected_at })),
      );
    },
  });
};

export type Holder = SoftwareItem & { agent_id: string; hostname: string; collected_at: string };

/** Packages of the Chocolatey catalogue whose name has these letters. */
export const catalogueQuery = (search: string) =>
  queryOptions({
    queryKey: ["software", "catalogue", search],
    queryFn: async () => {
      const query = { search, page_size: 20 };
      const found = await page(api.GET("/software/chocos/", { params: { query } }));
      return found.results.map(({ name }) => name);
    },
    staleTime: 600_000,
  });

/** Starts the installation and returns its run. */
export async function installPackage(agentId: string, body: Schema<"InstallSoftware">) {
  const params = { path: { agent_id: agentId } };
  const { response } = await api.POST("/software/{agent_id}/", { params, body });
  return Number(response.headers.get("X-Run-Id"));
}

/** Starts the removal and returns its run. */
export async function removeProgram(agentId: string, body: Schema<"UninstallSoftware">) {
  const params = { path: { agent_id: agentId } };
  const { response } = await api.POST("/software/{agent_id}/uninstall/", { params, body });
  return Number(response.headers.get("X-Run-Id"));
}
