/** What the pages read about policies, and how one is set somewhere. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, page, type Schema } from "../api/client";

export type Policy = Schema<"Policy">;
export type Related = Schema<"Related">;
export type ClientOverview = Schema<"ClientOverview">;

/** The source of a setting of an agent; nothing for the default. */
export interface Source {
  type: "agent" | "policy";
  id: number;
  name: string;
}

/** What an alert template is set on, by which it reaches an agent. */
export interface TemplateSource {
  /** `agent_policy`, `site_policy`, `site`, `client_policy`, `client`, `global` or `default_policy`. */
  type: string;
  /** Nothing for the settings. */
  id: number | null;
  name: string;
}

/** A task or a check that an agent has, or would have. */
export interface EffectiveItem {
  id: number;
  name?: string;
  source: Source;
  state: string;
}

export interface Effective {
  policies: Schema<"EffectivePolicy">[];
  checks: EffectiveItem[];
  tasks: EffectiveItem[];
  patch_policy: Record<string, { value: unknown; source: Source | null }>;
  alert_template: { id: number | null; name?: string | null; source: TemplateSource | null };
}

export const policiesQuery = queryOptions({
  queryKey: ["policies", "list"],
  queryFn: () => answer(api.GET("/automation/policies/")),
});

export const policyQuery = (id: number) =>
  queryOptions({
    queryKey: ["policies", "one", id],
    queryFn: () => answer(api.GET("/automation/policies/{id}/", { params: { path: { id } } })),
  });

export const relatedQuery = (id: number) =>
  queryOptions({
    queryKey: ["policies", "related", id],
    queryFn: () =>
      answer(api.GET("/automation/policies/{id}/related/", { params: { path: { id } } })),
  });

export const overviewQuery = queryOptions({
  queryKey: ["policies", "overview"],
  queryFn: () => answer(api.GET("/automation/policies/overview/")),
});

export type BasicPolicy = Schema<"BasicPolicy">;

/** Makes a policy with checks that suit most computers of a kind. */
export function makeBasicPolicy(body: BasicPolicy): Promise<Policy> {
  return answer(api.POST("/automation/policies/basic/", { body }));
}

export const effectiveQuery = (agentId: string) =>
  queryOptions({
    queryKey: ["effective", agentId],
    queryFn: async () => {
      const params = { path: { agent_id: agentId } };
      // The API description leaves open what its lists contain.
      return (await answer(api.GET("/agents/{agent_id}/effective/", { params }))) as Effective;
    },
  });

/** An agent by its key or its identifier: exclusions may name either. */
export const agentByKeyQuery = (agent: number | string) =>
  queryOptions({
    queryKey: ["agents", "key", agent],
    queryFn: async () => {
      const which = typeof agent === "number" ? { id: agent } : { agent_id: agent };
      const query = { detail: false, page_size: 1, ...which };
      const found = await page(api.GET("/agents/", { params: { query } }));
      return found.results[0] ?? null;
    },
    staleTime: 60_000,
  });

/** Which policy servers or workstations have; null for none, absent to leave it. */
export interface PolicyChoice {
  server_policy?: number | null;
  workstation_policy?: number | null;
  block_policy_inheritance?: boolean;
}

/** Where a policy can be set. */
export type Target =
  | { kind: "all" }
  | { kind: "client"; id: number }
  | { kind: "site"; id: number }
  | { kind: "agent"; id: string };

/** An agent has one policy, whatever it is; the others one for each kind of computer. */
export async function setPolicies(target: Target, places: PolicyChoice): Promise<void> {
  switch (target.kind) {
    case "all":
      await answer(api.PUT("/core/settings/", { body: places as Schema<"SettingsForm"> }));
      return;
    case "client": {
      const params = { path: { id: target.id } };
      await answer(api.PUT("/clients/{id}/", { params, body: { client: places } }));
      return;
    }
    case "site": {
      const params = { path: { id: target.id } };
      await answer(api.PUT("/clients/sites/{id}/", { params, body: { site: places } }));
      return;
    }
    case "agent": {
      const params = { path: { agent_id: target.id } };
      const { server_policy: policy, block_policy_inheritance } = places;
      const body = {
        ...(policy !== undefined && { policy }),
        ...(block_policy_inheritance !== undefined && { block_policy_inheritance }),
      };
      await answer(api.PUT("/agents/{agent_id}/", { params, body }));
    }
  }
}

/** Queries that change when a policy is set. */
export const AFTER_SETTING = [
  ["policies"],
  ["effective"],
  ["tasks"],
  ["clients"],
  ["settings"],
  ["agents", "one"],
] as const;

/** Policies as choices. */
export function policyChoices(policies: Policy[]) {
  return policies.map((policy) => ({ value: String(policy.id), label: policy.name }));
}

/** The right to set a policy there. */
export const RIGHT_TO_SET = {
  all: "can_edit_core_settings",
  client: "can_manage_clients",
  site: "can_manage_sites",
  agent: "can_edit_agent",
} as const;
