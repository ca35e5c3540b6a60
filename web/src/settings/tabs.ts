/** The tabs of the global settings, in their order. */
import type { Right } from "../session/rights";
import { settings as words } from "./messages";

interface SettingsTab {
  to: string;
  label: string;
  right: Right;
  /** Another right that is enough as well. */
  or?: Right;
}

export const SETTINGS_TABS: SettingsTab[] = [
  { to: "/settings/global", label: words.general, right: "can_view_core_settings" },
  { to: "/settings/global/mail", label: words.mail, right: "can_view_core_settings" },
  { to: "/settings/global/retention", label: words.retention, right: "can_view_core_settings" },
  { to: "/settings/global/terminal", label: words.terminal, right: "can_view_core_settings" },
  { to: "/settings/global/remote", label: words.remote, right: "can_view_core_settings" },
  {
    to: "/settings/global/remote-sessions",
    label: words.remoteSessions,
    right: "can_view_core_settings",
  },
  {
    to: "/settings/global/custom-fields",
    label: words.customFields,
    right: "can_view_customfields",
  },
  { to: "/settings/global/key-store", label: words.keyStore, right: "can_view_global_keystore" },
  {
    to: "/settings/global/url-actions",
    label: words.urlActions,
    right: "can_run_urlactions",
    or: "can_edit_core_settings",
  },
  { to: "/settings/global/api-keys", label: words.apiKeys, right: "can_list_api_keys" },
];
