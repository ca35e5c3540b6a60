/** The tabs of an agent's page, in their order. */

import type { Right } from "../session/rights";
import { agent } from "./messages";

export interface Tab {
  /** What follows the agent in the address. */
  path: string;
  label: string;
  /** Without this right the tab has nothing to show. */
  right?: Right;
}

export const tabs: Tab[] = [
  { path: "", label: agent.overview },
  { path: "/metrics", label: agent.metrics },
  { path: "/checks", label: agent.checks, right: "can_list_checks" },
  { path: "/alerts", label: agent.alerts, right: "can_list_alerts" },
  { path: "/run", label: agent.run },
  { path: "/history", label: agent.history, right: "can_list_agent_history" },
  { path: "/tasks", label: agent.tasks, right: "can_list_autotasks" },
  { path: "/software", label: agent.software, right: "can_list_software" },
  { path: "/updates", label: agent.updates, right: "can_manage_winupdates" },
  { path: "/services", label: agent.services, right: "can_manage_winsvcs" },
  { path: "/processes", label: agent.processes, right: "can_manage_procs" },
  { path: "/event-log", label: agent.eventLog, right: "can_view_eventlogs" },
  { path: "/effective", label: agent.effective },
  { path: "/notes", label: agent.notes, right: "can_list_notes" },
  { path: "/pending", label: agent.pending, right: "can_list_pendingactions" },
  { path: "/debug", label: agent.debug, right: "can_view_debuglogs" },
  { path: "/audit", label: agent.audit, right: "can_view_auditlogs" },
];
