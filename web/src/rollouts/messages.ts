import { formatNumber, formatPercent } from "../texts/format";
import { texts } from "../texts/texts";

export const rollouts = texts({
  title: "Agent updates",
  about:
    "A new release reaches 1 % of the agents first, then 10 %, then all. It stops when updated agents do not come back.",
  name: (version: string, platform: string, goarch: string) =>
    `Release ${version} for ${platform}, ${goarch}`,
  stopped: "Stopped",
  done: "All agents have it",
  ring: (percent: number) =>
    percent >= 100 ? "Updating all agents" : `Updating ${formatPercent(percent)} of the agents`,
  updated: "Agents with this release",
  ofAll: (some: number, all: number) => `${formatNumber(some)} of ${formatNumber(all)}`,
  asked: "Asked to update",
  working: "Back and working",
  lostState: { failed: "kept its old release", missing: "has not been back" },
  continue: "Continue without these agents",
  changed: "Last change",
});
