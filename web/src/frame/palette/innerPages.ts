/** Parts of pages that have an address of their own, for the palette. */
import {
  IconAdjustmentsHorizontal,
  IconCode,
  IconDeviceDesktopPlus,
  IconDownload,
  IconHistory,
  IconShieldCheck,
  IconUser,
} from "@tabler/icons-react";
import { bulk } from "../../bulk/messages";
import { deployments } from "../../deployments/messages";
import { policies } from "../../policies/messages";
import { scripts } from "../../scripts/messages";
import { SETTINGS_TABS } from "../../settings/tabs";
import { fleetUpdates } from "../../updates/messages";
import { frame } from "../messages";
import type { NavigationPage } from "../navigation";

export interface InnerPage extends NavigationPage {
  /** The page it is a part of. */
  inside?: string;
}

export const innerPages: InnerPage[] = [
  {
    to: "/updates/agents",
    label: fleetUpdates.byAgent,
    icon: IconDownload,
    right: "can_manage_winupdates",
    inside: frame.updates,
  },
  {
    to: "/install/links",
    label: deployments.links,
    icon: IconDeviceDesktopPlus,
    right: "can_install_agents",
    inside: frame.install,
  },
  {
    to: "/scripts/snippets",
    label: scripts.snippets,
    icon: IconCode,
    right: "can_list_scripts",
    inside: frame.scripts,
  },
  {
    to: "/policies/overview",
    label: policies.overview,
    icon: IconShieldCheck,
    right: "can_list_automation_policies",
    inside: frame.policies,
  },
  {
    to: "/bulk",
    label: bulk.title,
    icon: IconHistory,
    right: "can_list_agent_history",
    inside: frame.runs,
  },
  ...SETTINGS_TABS.map(({ to, label, right }) => ({
    to,
    label,
    icon: IconAdjustmentsHorizontal,
    right,
    inside: frame.globalSettings,
  })),
  { to: "/account", label: frame.account, icon: IconUser },
];
