import { useParams } from "@tanstack/react-router";

/** The policy whose page this is. */
export function usePolicyId(): number {
  return Number(useParams({ from: "/shell/policies/$policyId" }).policyId);
}
