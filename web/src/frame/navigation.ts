/**
 * The pages of the main navigation, in groups. A position is reserved for what
 * comes next: reporting as a group of its own before Settings.
 */
import {
  IconActivityHeartbeat,
  IconAdjustmentsHorizontal,
  IconBell,
  IconBellCog,
  IconBug,
  IconBuilding,
  IconCalendarTime,
  IconChartDonut,
  IconClockHour4,
  IconCode,
  IconDeviceDesktop,
  IconDeviceDesktopPlus,
  IconDownload,
  IconHistory,
  IconListDetails,
  IconPackage,
  IconPlugConnected,
  IconShieldCheck,
  IconShieldLock,
  IconUsers,
  IconVideo,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Right } from "../session/rights";
import { frame } from "./messages";

export interface NavigationPage {
  to: string;
  label: string;
  icon: TablerIcon;
  /** Without this right the page has nothing to show. */
  right?: Right;
  /** The same for a page that shows something with any of these. */
  anyOf?: Right[];
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
        to: "/alerts",
        label: frame.alerts,
        icon: IconBell,
        right: "can_list_alerts",
        letter: "t",
      },
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
        to: "/maintenance",
        label: frame.maintenance,
        icon: IconCalendarTime,
        right: "can_list_agents",
        letter: "m",
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
      {
        to: "/alert-templates",
        label: frame.alertTemplates,
        icon: IconBellCog,
        right: "can_list_alerttemplates",
        letter: "e",
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
        to: "/remote",
        label: frame.remote,
        icon: IconPlugConnected,
        anyOf: ["can_use_terminal", "can_use_remote"],
        letter: "x",
      },
      {
        to: "/recordings",
        label: frame.recordings,
        icon: IconVideo,
        right: "can_view_recordings",
        letter: "n",
      },
      {
        to: "/audit-log",
        label: frame.audit,
        icon: IconListDetails,
        right: "can_view_auditlogs",
        letter: "l",
      },
      {
        to: "/debug-log",
        label: frame.debug,
        icon: IconBug,
        right: "can_view_debuglogs",
        letter: "b",
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
        anyOf: [
          "can_view_core_settings",
          "can_view_customfields",
          "can_view_global_keystore",
          "can_run_urlactions",
          "can_edit_core_settings",
          "can_list_api_keys",
        ],
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
        anyOf: ["can_do_server_maint"],
        letter: "h",
      },
    ],
  },
];

type May = (right: Right) => boolean;

/** Whether somebody with these rights can use a page. */
export const isOpen = ({ right, anyOf }: NavigationPage, may: May) =>
  (right ? may(right) : true) && (anyOf ? anyOf.some(may) : true);

/** The pages somebody can use; groups without any are left out. */
export function openTo(groups: NavigationGroup[], may: May): NavigationGroup[] {
  return groups
    .map(({ label, pages }) => ({ label, pages: pages.filter((page) => isOpen(page, may)) }))
    .filter(({ pages }) => pages.length > 0);
}

/** The page at an address, or the one it is below, if somebody has no right to it. */
export function closedPage(path: string, may: May): NavigationPage | undefined {
  const page = pages.find(({ to }) => path === to || path.startsWith(`${to}/`));
  return page && !isOpen(page, may) ? page : undefined;
}

export const pages: NavigationPage[] = navigation.flatMap((group) => group.pages);
