/**
 * The pages of the main navigation, in groups. Places are kept for what is to
 * come: alerts first under Fleet, reporting as a group of its own before
 * Settings.
 */
import {
  IconActivityHeartbeat,
  IconAdjustmentsHorizontal,
  IconBuilding,
  IconChartDonut,
  IconClockHour4,
  IconCode,
  IconDeviceDesktop,
  IconDeviceDesktopPlus,
  IconDownload,
  IconHistory,
  IconListDetails,
  IconPackage,
  IconShieldCheck,
  IconShieldLock,
  IconUsers,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Right } from "../accounts/rights";
import { frame } from "./messages";

export interface NavigationPage {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Without this right the page has nothing to show. */
  right?: Right;
  /** `g` and this letter go there. */
  letter?: string;
}

export interface NavigationGroup {
  label: string;
  pages: NavigationPage[];
}

export const navigation: NavigationGroup[] = [
  {
    label: frame.fleet,
    pages: [
      {
        to: "/overview",
        label: frame.overview,
        icon: IconChartDonut,
        right: "can_list_agents",
        letter: "v",
      },
      {
        to: "/agents",
        label: frame.agents,
        icon: IconDeviceDesktop,
        right: "can_list_agents",
        letter: "a",
      },
      {
        to: "/clients",
        label: frame.clients,
        icon: IconBuilding,
        right: "can_list_clients",
        letter: "c",
      },
      {
        to: "/software",
        label: frame.software,
        icon: IconPackage,
        right: "can_list_software",
        letter: "w",
      },
      {
        to: "/updates",
        label: frame.updates,
        icon: IconDownload,
        right: "can_manage_winupdates",
        letter: "d",
      },
      {
        to: "/install",
        label: frame.install,
        icon: IconDeviceDesktopPlus,
        right: "can_install_agents",
        letter: "i",
      },
    ],
  },
  {
    label: frame.automation,
    pages: [
      {
        to: "/scripts",
        label: frame.scripts,
        icon: IconCode,
        right: "can_list_scripts",
        letter: "s",
      },
      {
        to: "/policies",
        label: frame.policies,
        icon: IconShieldCheck,
        right: "can_list_automation_policies",
        letter: "y",
      },
    ],
  },
  {
    label: frame.activity,
    pages: [
      {
        to: "/runs",
        label: frame.runs,
        icon: IconHistory,
        right: "can_list_agent_history",
        letter: "r",
      },
      {
        to: "/pending-actions",
        label: frame.pending,
        icon: IconClockHour4,
        right: "can_list_pendingactions",
        letter: "p",
      },
      {
        to: "/audit-log",
        label: frame.audit,
        icon: IconListDetails,
        right: "can_view_auditlogs",
        letter: "l",
      },
    ],
  },
  {
    label: frame.settings,
    pages: [
      {
        to: "/settings/global",
        label: frame.globalSettings,
        icon: IconAdjustmentsHorizontal,
        letter: "g",
      },
      {
        to: "/settings/users",
        label: frame.users,
        icon: IconUsers,
        right: "can_list_accounts",
        letter: "u",
      },
      {
        to: "/settings/roles",
        label: frame.roles,
        icon: IconShieldLock,
        right: "can_list_roles",
        letter: "o",
      },
      {
        to: "/settings/health",
        label: frame.health,
        icon: IconActivityHeartbeat,
        right: "can_do_server_maint",
        letter: "h",
      },
    ],
  },
];

export const pages: NavigationPage[] = navigation.flatMap((group) => group.pages);
