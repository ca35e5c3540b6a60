/** What the forms read and save about what remote sessions may do. */
import { queryOptions } from "@tanstack/react-query";
import { answer, api, type Schema } from "../../api/client";
import type { Policy } from "./rules";

export type ShownPolicy = Schema<"ShownRemotePolicy">;

/** What a policy is set on. */
export type Owner = { level: "everything" } | { level: "client" | "site" | "agent"; id: string };

/** All of them: a change reaches every narrower level. */
export const POLICIES = ["remote", "policy"];

export const policyQuery = (owner: Owner) =>
  queryOptions({
    queryKey: [...POLICIES, owner],
    queryFn: (): Promise<ShownPolicy> =>
      owner.level === "everything"
        ? answer(api.GET("/remote/v1/policy/"))
        : answer(api.GET("/remote/v1/policy/{level}/{id}/", { params: { path: owner } })),
  });

export function savePolicy(
  owner: Owner,
  body: Policy,
  headers: Record<string, string>,
): Promise<ShownPolicy> {
  if (owner.level === "everything") return answer(api.PUT("/remote/v1/policy/", { headers, body }));
  const params = { path: owner };
  return answer(api.PUT("/remote/v1/policy/{level}/{id}/", { params, headers, body }));
}
