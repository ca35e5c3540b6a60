/** The order of checks: what fails comes first, the worst of it before the rest. */
import { type Check, type CheckResult, resultOf } from "./types";

/** How a check is doing, as one word; an own check that a policy replaces does not run. */
export type State = "error" | "warning" | "info" | "passing" | "pending" | "overridden";

const ORDER: State[] = ["error", "warning", "info", "pending", "passing", "overridden"];

export function stateOf(check: Check): State {
  return check.overridden_by_policy ? "overridden" : stateOfResult(resultOf(check));
}

/** A failing result without a severity counts as the worst: nobody should overlook it. */
export function stateOfResult(
  result: Pick<CheckResult, "status" | "alert_severity"> | null,
): State {
  if (!result) return "pending";
  return result.status === "failing" ? (result.alert_severity ?? "error") : result.status;
}

/** For sorting: the smallest is the worst. */
export const rankOf = (state: State) => ORDER.indexOf(state);

export function failingFirst(checks: Check[]): Check[] {
  return checks.toSorted(
    (left, right) =>
      rankOf(stateOf(left)) - rankOf(stateOf(right)) ||
      nameOf(left).localeCompare(nameOf(right)) ||
      left.id - right.id,
  );
}

/** The name that people gave it, or what it does. */
export function nameOf(check: Pick<Check, "name" | "readable_desc">): string {
  return check.name || check.readable_desc;
}

/** Those whose name, description, type or newest text contains every word. */
export function matching(checks: Check[], search: string): Check[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return checks.filter((check) => {
    const found = [
      check.name,
      check.readable_desc,
      check.check_type,
      stateOf(check),
      check.policy_name,
      resultOf(check)?.more_info,
    ];
    const text = found.join(" ").toLowerCase();
    return words.every((word) => text.includes(word));
  });
}
