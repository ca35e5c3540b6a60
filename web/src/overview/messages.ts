import { texts } from "../texts/texts";

export const overview = texts({
  title: "Overview",
  about: "The fleet as it is now. Every share leads to its agents.",
  reading: (loaded: string, all: string) => `${loaded} of ${all} agents counted`,
  status: "Status",
  type: "Type",
  system: "Operating system",
  version: "Agent version",
  updates: "Updates",
  checks: "Checks",
  heads: { share: "Share", agents: "Agents", percent: "Percent" },
  unknown: "Unknown",
  others: "Others",
  updatesPending: "Updates pending",
  rebootNeeded: "Reboot needed",
  upToDate: "Nothing to do",
  failing: "Failing",
  passing: "None failing",
});
