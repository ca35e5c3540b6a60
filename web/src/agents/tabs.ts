/** The tabs of an agent's page, in their order. */

import type { Right } from "../session/rights";
import type { Capability } from "./capabilities";
import { agent } from "./messages";
import type { Agent } from "./queries";

export interface Tab {
  /** What follows the agent in the address. */
  path: string;
  label: string;
  /** Without this right the tab has nothing to show. */
  right?: Right;
  /** The same for a tab that shows something with any of these. */
  anyOf?: Right[];
  /** On other platforms there is nothing to show. */
  plat?: Agent["plat"];
  /** An agent that lacks this shows the tab disabled, with the reason. */
  capability?: Capability;
}

export const tabs: Tab[] = [
  { path: "", label: agent.overview },
  { path: "/inventory", label: agent.inventory },
  { path: "/metrics", label: agent.metrics },
  { path: "/checks", label: agent.checks, right: "can_list_checks", capability: "checks" },
  { path: "/alerts", label: agent.alerts, right: "can_list_alerts" },
  { path: "/run", label: agent.run, capability: "run_command" },
  { path: "/history", label: agent.history, right: "can_list_agent_history" },
  { path: "/tasks", label: agent.tasks, right: "can_list_autotasks", capability: "definitions" },
  { path: "/software", label: agent.software, right: "can_list_software" },
  { path: "/updates", label: agent.updates, right: "can_manage_winupdates" },
  {
    path: "/services",
    label: agent.services,
    right: "can_manage_winsvcs",
    capability: "list_services",
  },
  {
    path: "/processes",
    label: agent.processes,
    right: "can_manage_procs",
    capability: "list_processes",
  },
  {
    path: "/event-log",
    label: agent.eventLog,
    right: "can_view_eventlogs",
    capability: "read_event_log",
  },
  {
    path: "/registry",
    label: agent.registry,
    right: "can_use_registry",
    plat: "windows",
    capability: "read_registry",
  },
  { path: "/effective", label: agent.effective },
  { path: "/notes", label: agent.notes, right: "can_list_notes" },
  { path: "/pending", label: agent.pending, right: "can_list_pendingactions" },
  { path: "/debug", label: agent.debug, right: "can_view_debuglogs" },
  { path: "/remote", label: agent.remote, anyOf: ["can_use_terminal", "can_use_remote"] },
  {
    path: "/self-test",
    label: agent.selfTest,
    right: "can_recover_agents",
    capability: "self_test",
  },
  { path: "/audit", label: agent.audit, right: "can_view_auditlogs" },
];
