/** The update status of an agent, in one word and its colour. */
import { formatAgo } from "../texts/format";
import { Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { updates as words } from "./messages";
import { type AgentUpdates, type UpdateState, updateStatusOf } from "./status";

interface Scanned {
  updates: AgentUpdates;
  needs_reboot: boolean;
}

const TONES: Record<UpdateState, Tone> = {
  unknown: "quiet",
  missing: "warning",
  approved: "info",
  reboot: "info",
  current: "good",
};

export function updateStatusText(agent: Scanned): string {
  const { missing, approved, scanned_at } = agent.updates;
  const texts: Record<UpdateState, string> = {
    unknown: scanned_at ? words.scanOld(formatAgo(scanned_at)) : words.neverScanned,
    missing: words.missing(missing),
    approved: words.approvedCount(approved),
    reboot: words.rebootNeeded,
    current: words.upToDate,
  };
  return texts[updateStatusOf(agent)];
}

export function UpdateStatus({ agent }: { agent: Scanned }) {
  const status = updateStatusOf(agent);
  const isCritical = status === "missing" && agent.updates.worst_severity === "Critical";
  return <Status tone={isCritical ? "bad" : TONES[status]} label={updateStatusText(agent)} />;
}
