import type { Schema } from "../api/client";
import { count, texts } from "../texts/texts";

export const clients = texts({
  title: "Clients and sites",
  about: "The clients you look after, and the sites where their computers are.",
  none: "No clients yet",
  noneHint: "A client is a company or department; its sites are where its computers are.",
  addClient: "Add a client",
  addSite: "Add a site",
  addSiteTo: (client: string) => `Add a site to ${client}`,
  editClient: (name: string) => `Edit ${name}`,
  editSite: (name: string) => `Edit ${name}`,
  deleteClient: "Delete client",
  deleteSite: "Delete site",
  name: "Name",
  owners: "Belongs to",
  ownersHint: "Technicians with a limited scope change only what belongs to their clients.",
  ownersAll: "All clients",
  ownersDefault: "All clients in your scope",
  firstSite: "First site",
  client: "Client",
  site: "Site",
  sites: "Sites",
  approval: "Approval of computers",
  approvalHint: "A computer that claims to be a known one and cannot prove it always waits.",
  approvals: {
    off: "New computers join at once",
    new: "New computers wait for approval",
    all: "All computers wait for approval, also known ones that enrol again",
  } satisfies Record<Schema<"Site">["enrolment_approval"], string>,
  agents: "Agents",
  allAgents: "All agents",
  health: "Health",
  healthy: "No problems",
  overdue: (agents: number) => count(agents, "overdue agent"),
  failing: (error: number, warning: number) =>
    [error > 0 && count(error, "failing check"), warning > 0 && count(warning, "warning")]
      .filter(Boolean)
      .join(", "),
  maintenance: "In maintenance",
  partMaintenance: (part: number, all: number) => `${part} of ${all} in maintenance`,
  added: (name: string) => `${name} was added.`,
  saved: (name: string) => `${name} was saved.`,
  deleted: (name: string) => `${name} was deleted.`,
  deleteClientText: "The client and its sites are deleted permanently. This cannot be undone.",
  deleteSiteText: "The site is deleted permanently. This cannot be undone.",
  moveAgents: (agents: number) => `Move its ${count(agents, "agent")} to`,
  moveHint: "Agents are never deleted with their site.",
  install: "Install an agent",
  showAgents: "Show agents",
  runChecks: "Run checks",
  checksRun: (name: string, running: number, skipped: number) =>
    running === 0
      ? `No check of ${name} was started: ${skipped === 1 ? "its agent was" : "all its agents were"} skipped.`
      : `${name}: checks are running on ${count(running, "agent")}.` +
        (skipped > 0 ? ` ${count(skipped, "agent was", "agents were")} skipped.` : ""),
  noAgents: "There are no agents here.",
  startMaintenance: "Start maintenance",
  endMaintenance: "End maintenance",
  onlySite: "A client keeps at least one site.",
  expand: (name: string) => `Show the sites of ${name}`,
  customFields: "Custom fields",
  policies: "Set policies",
  remoteSessions: "Set remote sessions",
});
