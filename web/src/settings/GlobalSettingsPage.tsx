/** Settings > Global settings: tabs, each with an address of its own. */
import { Outlet } from "@tanstack/react-router";
import { useRights } from "../accounts/me";
import type { Right } from "../accounts/rights";
import { Page } from "../ui/Page";
import { TabBar } from "../ui/TabBar";
import { settings as words } from "./messages";

const TABS: { to: string; label: string; right: Right }[] = [
  { to: "/settings/global", label: words.general, right: "can_view_core_settings" },
  { to: "/settings/global/mail", label: words.mail, right: "can_view_core_settings" },
  { to: "/settings/global/retention", label: words.retention, right: "can_view_core_settings" },
  { to: "/settings/global/terminal", label: words.terminal, right: "can_view_core_settings" },
  { to: "/settings/global/remote", label: words.remote, right: "can_view_core_settings" },
  {
    to: "/settings/global/custom-fields",
    label: words.customFields,
    right: "can_view_customfields",
  },
  { to: "/settings/global/key-store", label: words.keyStore, right: "can_view_global_keystore" },
  { to: "/settings/global/api-keys", label: words.apiKeys, right: "can_list_api_keys" },
];

export default function GlobalSettingsPage() {
  const { may } = useRights();
  return (
    <Page title={words.title} about={words.about}>
      <TabBar label={words.title} tabs={TABS.filter((tab) => may(tab.right))} />
      <Outlet />
    </Page>
  );
}
