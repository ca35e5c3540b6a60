/** The health of a client or site: everything there is to report, the worst first. */
import type { Tone } from "../ui/theme";
import { clients as words } from "./messages";
import type { Client } from "./queries";

export interface Health {
  tone: Tone;
  label: string;
}

type Counted = Pick<
  Client,
  "agent_count" | "agents_in_maintenance" | "agents_overdue" | "failing_checks"
>;

/** Nothing when all is well. */
export function healthOf(of: Counted): Health[] {
  const { error, warning } = of.failing_checks;
  const facts: (Health | false)[] = [
    of.agents_overdue > 0 && { tone: "bad", label: words.overdue(of.agents_overdue) },
    error + warning > 0 && {
      tone: error > 0 ? "bad" : "warning",
      label: words.failing(error, warning),
    },
    of.agents_in_maintenance > 0 && {
      tone: "maintenance",
      label: isInMaintenance(of)
        ? words.maintenance
        : words.partMaintenance(of.agents_in_maintenance, of.agent_count),
    },
  ];
  return facts.filter((fact) => fact !== false);
}

/** Only when all of its agents are. */
export function isInMaintenance({ agent_count, agents_in_maintenance }: Counted): boolean {
  return agent_count > 0 && agents_in_maintenance === agent_count;
}

/** For the order of the tree: what needs attention first. */
export function severityOf(of: Counted): number {
  if (of.agents_overdue + of.failing_checks.error > 0) return 2;
  return of.failing_checks.warning > 0 ? 1 : 0;
}
