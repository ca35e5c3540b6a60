/** How the table shows the status of an agent and the results of its checks. */
import { IconTool } from "@tabler/icons-react";
import type { Schema } from "../api/client";
import { Status } from "../ui/Status";
import { AgentStatus } from "./AgentStatus";
import classes from "./FleetPage.module.css";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";

/** Maintenance says what is expected of an agent, the status whether it is online: both are shown. */
export function statusText({
  status,
  maintenance_mode,
}: Pick<AgentRow, "status" | "maintenance_mode">) {
  const text = agents.status[status];
  return maintenance_mode ? agents.withMaintenance(text) : text;
}

export function RowStatus({ agent }: { agent: AgentRow }) {
  return (
    <>
      <AgentStatus status={agent.status} />
      {agent.maintenance_mode && (
        <IconTool
          size={15}
          className={classes.maintenance}
          role="img"
          aria-label={agents.inMaintenance}
        />
      )}
    </>
  );
}

/** One number for the order of the column: failing checks first, then warnings, then the rest. */
export function severityOf(counts: Schema<"CheckCounts">): number {
  return counts.failing * 1_000_000 + counts.warning * 1_000 + counts.passing;
}

export function checksText(counts: Schema<"CheckCounts">): string {
  const { total, failing, warning, info, passing } = counts;
  if (total === 0) return agents.noChecks;
  const wrong = failing + warning + info;
  if (wrong > 0) return agents.checksFailing(wrong);
  return agents.checksPassing(passing);
}

export function Checks({ counts }: { counts: Schema<"CheckCounts"> }) {
  const text = checksText(counts);
  if (counts.failing > 0) return <Status tone="bad" label={text} />;
  if (counts.warning > 0) return <Status tone="warning" label={text} />;
  if (counts.info > 0) return <Status tone="info" label={text} />;
  return <span className={classes.quiet}>{text}</span>;
}
