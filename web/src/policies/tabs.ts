/** The tabs of the policies' page and of one policy, in their order. */
import type { Right } from "../session/rights";
import { policies } from "./messages";

export const POLICIES_TABS = [
  { to: "/policies", label: policies.list },
  { to: "/policies/overview", label: policies.overview },
];

interface PolicyTab {
  /** What follows the policy in the address. */
  path: string;
  label: string;
  right?: Right;
}

export const POLICY_TABS: PolicyTab[] = [
  { path: "/checks", label: policies.tabChecks, right: "can_list_checks" },
  { path: "/tasks", label: policies.tabTasks, right: "can_list_autotasks" },
  { path: "/reach", label: policies.tabReach },
  { path: "/exclusions", label: policies.tabExclusions },
  { path: "/updates", label: policies.tabUpdates },
];
