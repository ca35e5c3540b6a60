/** The actions on many agents that the interface offers, and who may use them. */
import type { Right } from "../session/rights";
import type { BulkBody } from "./queries";

/** Each with the right for the action itself, besides that for bulk actions. */
export const MODES = {
  command: "can_send_cmd",
  script: "can_run_scripts",
  checks: "can_run_checks",
  patch: "can_manage_winupdates",
  software: "can_manage_software",
  edit: "can_edit_agent",
  wol: "can_send_wol",
  update: "can_update_agents",
  recover: "can_recover_agents",
  reboot: "can_reboot_agents",
  shutdown: "can_reboot_agents",
  remove: "can_uninstall_agents",
} as const satisfies Partial<Record<BulkBody["mode"], Right>>;

export type BulkMode = keyof typeof MODES;

/** Why somebody cannot use an action; nothing when they can. */
export function refusalOf(
  mode: BulkMode,
  why: (right: Right) => string | undefined,
): string | undefined {
  return why("can_run_bulk") ?? why(MODES[mode]);
}

/** They cannot be undone, so the number of agents is typed first. */
const DESTRUCTIVE: ReadonlySet<string> = new Set(["reboot", "shutdown", "remove"]);

export const isDestructive = (mode: string): boolean => DESTRUCTIVE.has(mode);
