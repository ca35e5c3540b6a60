/** Which settings are on which tab, and how each is edited. */
import { settings as words } from "./messages";

export type Kind =
  | "text"
  | "number"
  | "switch"
  | "list"
  | "secret"
  | "zone"
  | "template"
  | { choices: string[] };

export interface Section {
  title: string;
  fields: [name: string, kind: Kind][];
}

export type SettingsTab = "general" | "mail" | "retention" | "terminal" | "remote";

export const sections: Record<SettingsTab, Section[]> = {
  general: [
    {
      title: words.serverGroup,
      fields: [
        ["default_time_zone", "zone"],
        ["date_format", "text"],
        ["enable_server_scripts", "switch"],
        ["script_approval", { choices: ["off", "on"] }],
        ["keystore_secret_default", "switch"],
      ],
    },
    {
      title: words.agentsGroup,
      fields: [
        ["agent_auto_update", "switch"],
        ["agent_debug_level", { choices: ["debug", "info", "warning", "error", "critical"] }],
        ["patch_catch_up_hours", "number"],
        ["removal_delay_minutes", "number"],
      ],
    },
    {
      title: words.alertsGroup,
      fields: [
        ["alert_template", "template"],
        ["notify_on_info_alerts", "switch"],
        ["notify_on_warning_alerts", "switch"],
        ["clear_faults_days", "number"],
      ],
    },
  ],
  mail: [
    {
      title: words.mailServer,
      fields: [
        ["smtp_host", "text"],
        ["smtp_port", "number"],
        ["smtp_requires_auth", "switch"],
        ["smtp_host_user", "text"],
        ["smtp_host_password", "secret"],
        ["smtp_from_email", "text"],
        ["smtp_from_name", "text"],
      ],
    },
    {
      title: words.recipients,
      fields: [
        ["email_alert_recipients", "list"],
        ["sms_alert_recipients", "list"],
      ],
    },
    {
      title: words.sms,
      fields: [
        ["twilio_number", "text"],
        ["twilio_account_sid", "text"],
        ["twilio_auth_token", "secret"],
      ],
    },
  ],
  retention: [
    {
      title: words.retention,
      fields: [
        ["agent_history_prune_days", "number"],
        ["audit_log_prune_days", "number"],
        ["debug_log_prune_days", "number"],
        ["check_history_prune_days", "number"],
        ["resolved_alerts_prune_days", "number"],
        ["report_history_prune_days", "number"],
        ["metrics_minutes_prune_days", "number"],
        ["metrics_hours_prune_days", "number"],
      ],
    },
    {
      title: words.recordings,
      fields: [
        ["recordings_prune_days", "number"],
        ["recordings_prune_gib", "number"],
      ],
    },
  ],
  terminal: [
    {
      title: words.terminal,
      fields: [
        ["default_shell_windows", { choices: ["cmd", "powershell", "custom"] }],
        ["default_shell_windows_custom", "text"],
        ["default_shell_linux", { choices: ["bash", "custom"] }],
        ["default_shell_linux_custom", "text"],
        ["default_shell_darwin", { choices: ["bash", "custom"] }],
        ["default_shell_darwin_custom", "text"],
      ],
    },
  ],
  remote: [
    {
      title: words.remote,
      fields: [
        ["remote_url", "text"],
        ["remote_username", "text"],
        ["remote_token", "secret"],
        ["remote_device_group", "text"],
        ["remote_company_name", "text"],
        ["remote_sync", "switch"],
      ],
    },
  ],
};

/** The changed settings: only these are sent. */
export function changes(
  stored: Record<string, unknown>,
  edited: Record<string, unknown>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(edited).filter(
      ([name, value]) => JSON.stringify(stored[name]) !== JSON.stringify(value),
    ),
  );
}
