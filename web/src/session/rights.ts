/** Every right a role can give, in groups, with what it allows. */
import type { Schema } from "../api/client";
import { texts } from "../texts/texts";

export type Right = keyof Schema<"Flags">;

/** What each right allows, as the end of "this role may …". */
export const allows: Record<Right, string> = texts({
  can_list_agents: "see agents, ping them and read their versions",
  can_edit_agent: "change agents, their custom fields and maintenance; refresh their inventory",
  can_install_agents: "make installers",
  can_uninstall_agents: "remove agents",
  can_update_agents: "update the agent software",
  can_recover_agents: "repair the agent or its remote control",
  can_reboot_agents: "reboot and shut down computers, now or later",
  can_send_wol: "wake computers over the network",
  can_send_cmd: "run shell commands",
  can_run_scripts: "run scripts of the library",
  can_run_adhoc_code: "run code that is not in the library (with the right to run scripts)",
  can_run_bulk: "act on many agents at once (with the right for the action itself)",
  can_use_terminal: "open a terminal",
  can_use_remote: "see the screen, control it, exchange files",
  can_use_lan_tunnels: "open tunnels to other addresses of an agent's network (with the one above)",
  can_view_recordings: "see recordings of remote sessions",
  can_use_registry: "read and change the Windows registry",
  can_manage_procs: "see and end processes",
  can_view_eventlogs: "read the event log of computers",
  can_list_agent_history: "see runs and their output",
  can_list_notes: "read notes",
  can_manage_notes: "write notes",
  can_manage_winsvcs: "see and control services, on every platform",
  can_list_software: "see installed software",
  can_manage_software: "refresh, install and uninstall software",
  can_manage_winupdates: "see, scan, approve and install system updates",
  can_list_checks: "see checks",
  can_manage_checks: "write and reset checks",
  can_run_checks: "run checks now",
  can_list_autotasks: "see tasks",
  can_manage_autotasks: "write tasks (with the right for each of their actions)",
  can_run_autotasks: "run tasks now",
  can_list_automation_policies: "see policies",
  can_manage_automation_policies: "write policies and patch policies",
  can_list_clients: "see clients",
  can_manage_clients: "write clients",
  can_list_sites: "see sites",
  can_manage_sites: "write sites",
  can_list_deployments: "see installer links",
  can_manage_deployments: "make and revoke installer links",
  can_list_scripts: "see scripts and snippets",
  can_manage_scripts: "write scripts and snippets",
  can_list_alerts: "see alerts",
  can_manage_alerts: "raise, snooze, resolve and delete alerts",
  can_list_alerttemplates: "see alert templates",
  can_manage_alerttemplates: "write alert templates",
  can_view_auditlogs: "read the audit log",
  can_view_debuglogs: "read the debug log",
  can_list_pendingactions: "see pending actions",
  can_manage_pendingactions: "cancel pending actions",
  can_view_core_settings: "see the settings",
  can_edit_core_settings: "change the settings and URL actions",
  can_do_server_maint: "run maintenance on the server, clear its caches",
  can_run_urlactions: "see and run URL actions, test webhooks",
  can_view_customfields: "see the definitions of custom fields",
  can_manage_customfields: "write the definitions of custom fields",
  can_view_global_keystore: "see the key store",
  can_edit_global_keystore: "write the key store",
  can_view_schedules: "see shared schedules",
  can_manage_schedules: "write shared schedules",
  can_run_server_scripts: "run scripts on the server itself (only roles without a scope)",
  can_list_accounts: "see users and their sessions",
  can_manage_accounts: "write users, end sessions, set up single sign-on",
  can_list_roles: "see roles",
  can_manage_roles: "write roles",
  can_list_api_keys: "see API keys",
  can_manage_api_keys: "make, change and revoke API keys",
  can_view_reports: "run and read reports",
  can_manage_reports: "write report templates, assets and schedules",
});

export interface RightGroup {
  name: string;
  rights: Right[];
}

const names = texts({
  agents: "Agents",
  inside: "Inside an agent",
  software: "Software and updates",
  automation: "Checks, tasks and policies",
  clients: "Clients, sites and installers",
  scripts: "Scripts",
  alerts: "Alerts",
  logs: "Logs",
  core: "Server",
  accounts: "Accounts",
  reporting: "Reporting",
});

const MEMBERS: Record<keyof typeof names, RegExp> = {
  agents: /_(agents|agent|wol|cmd|bulk)$|run_(scripts|adhoc_code)$/,
  inside:
    /_(terminal|remote|lan_tunnels|recordings|registry|procs|eventlogs|agent_history|notes|winsvcs)$/,
  software: /_(software|winupdates)$/,
  automation: /_(checks|autotasks|automation_policies)$/,
  clients: /_(clients|sites|deployments)$/,
  scripts: /(list|manage)_scripts$/,
  alerts: /_(alerts|alerttemplates)$/,
  logs: /_(auditlogs|debuglogs|pendingactions)$/,
  core: /_(core_settings|server_maint|urlactions|customfields|global_keystore|schedules|server_scripts)$/,
  accounts: /_(accounts|roles|api_keys)$/,
  reporting: /_reports$/,
};

export const ALL_RIGHTS = Object.keys(allows) as Right[];

export const rightGroups: RightGroup[] = Object.entries(MEMBERS).map(([group, pattern]) => ({
  name: names[group as keyof typeof names],
  rights: ALL_RIGHTS.filter((right) => pattern.test(right)),
}));
