/** What the program on an agent cannot do, and the server's reason. */
import type { Agent } from "./queries";

/** Of the functions in an agent's `capabilities`, those that the interface asks about. */
export type Capability =
  | "checks"
  | "control_service"
  | "definitions"
  | "end_process"
  | "install_software"
  | "install_updates"
  | "inventory"
  | "list_processes"
  | "list_services"
  | "list_software"
  | "power"
  | "read_event_log"
  | "read_registry"
  | "reboot_message"
  | "recover_agent"
  | "run_checks"
  | "run_command"
  | "run_task"
  | "scan_updates"
  | "schedule_reboot"
  | "open_remote"
  | "self_test"
  | "terminate_process"
  | "uninstall_software"
  | "update_agent";

/** Agents as far as they are read; without capabilities nothing is known to be missing. */
type Known = Partial<Pick<Agent, "capabilities">> | undefined;

/** Why an agent cannot do this; nothing when it can, or when that is not known. */
export function lackOf(agent: Known, name: Capability): string | undefined {
  const found = agent?.capabilities?.[name];
  return found?.available === false ? found.reason : undefined;
}

/** What a newer version of the program could do, each reason once. */
export function outdatedReasons(agent: Known): string[] {
  const all = Object.values(agent?.capabilities ?? {});
  const outdated = all.filter(({ code }) => code === "agent_outdated");
  return [...new Set(outdated.map(({ reason }) => reason))].sort();
}
