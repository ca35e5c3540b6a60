/** What the server says about checks. */
import type { Schema } from "../api/client";

export type Check = Schema<"Check">;
export type CheckBody = Schema<"CheckBody">;
export type CheckResult = Schema<"CheckResult">;
export type CheckStatus = Schema<"CheckStatus">;
export type CheckType = Check["check_type"];
export type Severity = Schema<"Task">["alert_severity"];
export type Platform = Schema<"Task">["task_supported_platforms"][number];

/** One point of a check's history. */
export type CheckPoint = Schema<"ShownPoint">;

/** Whose checks: those an agent owns and gets from its policies, or those of one policy. */
export type Owner = { agentId: string } | { policyId: number };

/** What a check found on its agent; nothing before the agent was given the check. */
export function resultOf(check: Check): CheckResult | null {
  const { check_result: result } = check;
  return result && "id" in result ? (result as CheckResult) : null;
}
