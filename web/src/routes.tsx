/** Every address of the interface, on one screen. All pages but the first load when they are opened. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from "@tanstack/react-router";
import type { ReactNode } from "react";
import FleetPage from "./agents/FleetPage";
import { fleetFilter } from "./agents/fleetRows";
import { fleetQuery } from "./agents/queries";
import { queryClient } from "./api/queries";
import { parseSearch, stringifySearch } from "./frame/address";
import { NotFoundPage, PageProblem } from "./frame/NotFound";
import { Shell } from "./frame/Shell";
import { rememberedPreferences } from "./preferences/preferences";
import { session } from "./session/session";
import { LinesSkeleton } from "./ui/states";
import type { Filters } from "./ui/useFilter";
import { openView } from "./views/openView";

const root = createRootRoute({
  component: Outlet,
  // Filters, tabs and dialogs of every page are plain words in the address.
  validateSearch: (search: Record<string, unknown>): Filters => search as Filters,
});

type Load = () => Promise<{ default: () => ReactNode }>;

/** Pages for people who are not signed in. */
const publicPage = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => root, path, component: lazyRouteComponent(load) });

/** People who are not signed in sign in first, and come back. */
function demandSession({ location }: { location: { href: string } }) {
  if (session.current()) return;
  const here = location.href === "/" ? {} : { next: location.href };
  throw redirect({ to: "/sign-in", search: here });
}

const welcome = createRoute({
  getParentRoute: () => root,
  path: "/welcome",
  component: lazyRouteComponent(() => import("./accounts/WelcomePage")),
  beforeLoad: demandSession,
});

/** Everything that needs a session. */
const shell = createRoute({
  getParentRoute: () => root,
  id: "shell",
  component: Shell,
  beforeLoad: demandSession,
});

const page = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => shell, path, component: lazyRouteComponent(load) });

/** Rows that come this soon are drawn at once, together with the page; for others it shows where they will be. */
const A_BLINK = 150;

/**
 * Opened more than all other pages together, and most often first: its code comes with the frame's. The rows are asked
 * for before all else the page shows, which would only make them wait.
 */
const fleet = createRoute({
  getParentRoute: () => shell,
  path: "/agents",
  component: FleetPage,
  beforeLoad: ({ search }) => {
    // Without a path, the page that the person prefers.
    const type = rememberedPreferences().default_agent_tbl_tab;
    if (type === "mixed" || Object.keys(search).length > 0) return;
    throw redirect({ to: "/agents", search: { type }, replace: true });
  },
  loaderDeps: ({ search }) => ({ filter: fleetFilter(search), order: search.sort }),
  loader: ({ deps: { filter, order }, cause }) => {
    const rows = queryClient.prefetchInfiniteQuery(fleetQuery(filter, order));
    // A filter that is chosen on the page shows at once; its rows come when they come.
    if (cause !== "enter") return;
    return Promise.race([rows, new Promise<void>((done) => setTimeout(done, A_BLINK))]);
  },
});

const view = createRoute({
  getParentRoute: () => shell,
  path: "/views/$viewId",
  beforeLoad: ({ params }) => openView(params.viewId),
});

/** Where the views of agents were before other tables had some. */
const fleetView = createRoute({
  getParentRoute: () => shell,
  path: "/agents/views/$viewId",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/views/$viewId", params, replace: true });
  },
});

const agent = page("/agents/$agentId", () => import("./agents/AgentPage"));

const agentTab = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => agent, path, component: lazyRouteComponent(load) });

const policy = page("/policies/$policyId", () => import("./policies/PolicyPage"));
const policyTab = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => policy, path, component: lazyRouteComponent(load) });

const policyStart = createRoute({
  getParentRoute: () => policy,
  path: "/",
  beforeLoad: ({ params }) => {
    throw redirect({ to: "/policies/$policyId/tasks", params, search: true, replace: true });
  },
});

const globalSettings = page("/settings/global", () => import("./settings/GlobalSettingsPage"));
const settingsTab = <Path extends string>(path: Path, load: Load) =>
  createRoute({ getParentRoute: () => globalSettings, path, component: lazyRouteComponent(load) });

const start = createRoute({
  getParentRoute: () => shell,
  path: "/",
  beforeLoad: () => {
    throw redirect({ to: "/agents" });
  },
});

const routes = root.addChildren([
  publicPage("/sign-in", () => import("./accounts/SignInPage")),
  publicPage("/setup", () => import("./accounts/SetupPage")),
  welcome,
  shell.addChildren([
    start,
    fleet,
    view,
    fleetView,
    page("/agents/removed", () => import("./agents/RemovedPage")),
    agent.addChildren([
      agentTab("/", () => import("./agents/OverviewTab")),
      agentTab("/inventory", () => import("./inventory/InventoryTab")),
      agentTab("/metrics", () => import("./metrics/MetricsTab")),
      agentTab("/checks", () => import("./checks/AgentChecksTab")),
      agentTab("/checks/$checkId", () => import("./checks/AgentCheckPage")),
      agentTab("/alerts", () => import("./alerts/AlertsTab")),
      agentTab("/run", () => import("./runs/RunTab")),
      agentTab("/history", () => import("./runs/HistoryTab")),
      agentTab("/tasks", () => import("./tasks/AgentTasksTab")),
      agentTab("/tasks/$taskId", () => import("./tasks/AgentTaskPage")),
      agentTab("/effective", () => import("./policies/EffectiveTab")),
      agentTab("/software", () => import("./software/SoftwareTab")),
      agentTab("/updates", () => import("./updates/UpdatesTab")),
      agentTab("/services", () => import("./services/ServicesTab")),
      agentTab("/processes", () => import("./processes/ProcessesTab")),
      agentTab("/event-log", () => import("./eventLog/EventLogTab")),
      agentTab("/registry", () => import("./registry/RegistryTab")),
      agentTab("/notes", () => import("./notes/NotesTab")),
      agentTab("/pending", () => import("./pendingActions/PendingTab")),
      agentTab("/debug", () => import("./debugLog/DebugTab")),
      agentTab("/remote", () => import("./remote/RemoteTab")),
      agentTab("/self-test", () => import("./selfTest/SelfTestTab")),
      agentTab("/audit", () => import("./auditLog/AuditTab")),
    ]),
    page("/alerts", () => import("./alerts/AlertsPage")),
    page("/alerts/$alertId", () => import("./alerts/AlertPage")),
    page("/overview", () => import("./overview/OverviewPage")),
    page("/clients", () => import("./clients/ClientsPage")),
    page("/software", () => import("./software/SoftwarePage")),
    page("/updates", () => import("./updates/UpdatesPage")),
    page("/updates/agents", () => import("./updates/UpdateAgentsPage")),
    page("/maintenance", () => import("./maintenanceWindows/MaintenancePage")),
    page("/install", () => import("./deployments/InstallPage")),
    page("/install/links", () => import("./deployments/LinksPage")),
    page("/scripts", () => import("./scripts/ScriptsPage")),
    page("/scripts/snippets", () => import("./scripts/SnippetsPage")),
    page("/scripts/$scriptId", () => import("./scripts/ScriptPage")),
    page("/policies", () => import("./policies/PoliciesPage")),
    page("/policies/overview", () => import("./policies/OverviewPage")),
    policy.addChildren([
      policyStart,
      policyTab("/checks", () => import("./policies/PolicyChecksTab")),
      policyTab("/checks/$checkId/status", () => import("./policies/CheckStatusPage")),
      policyTab("/tasks", () => import("./policies/PolicyTasksTab")),
      policyTab("/tasks/$taskId", () => import("./policies/PolicyTaskPage")),
      policyTab("/tasks/$taskId/status", () => import("./policies/TaskStatusPage")),
      policyTab("/reach", () => import("./policies/ReachTab")),
      policyTab("/exclusions", () => import("./policies/ExclusionsTab")),
      policyTab("/updates", () => import("./policies/PatchTab")),
    ]),
    page("/alert-templates", () => import("./alertTemplates/TemplatesPage")),
    page("/alert-templates/$templateId", () => import("./alertTemplates/TemplatePage")),
    page("/runs", () => import("./runs/RunsPage")),
    page("/runs/$runId", () => import("./runs/RunPage")),
    page("/bulk", () => import("./bulk/BulksPage")),
    page("/bulk/$bulkId", () => import("./bulk/BulkPage")),
    page("/pending-actions", () => import("./pendingActions/PendingPage")),
    page("/remote", () => import("./remote/SessionsPage")),
    page("/connect", () => import("./remote/ConnectPage")),
    page("/recordings", () => import("./recordings/RecordingsPage")),
    page("/recordings/$recordingId", () => import("./recordings/RecordingPage")),
    page("/audit-log", () => import("./auditLog/AuditPage")),
    page("/debug-log", () => import("./debugLog/DebugPage")),
    globalSettings.addChildren([
      settingsTab("/", () => import("./settings/GeneralTab")),
      settingsTab("/mail", () => import("./settings/MailTab")),
      settingsTab("/retention", () => import("./settings/RetentionTab")),
      settingsTab("/terminal", () => import("./settings/TerminalTab")),
      settingsTab("/remote", () => import("./settings/RemoteTab")),
      settingsTab("/remote-sessions", () => import("./remote/policy/PolicyTab")),
      settingsTab("/custom-fields", () => import("./customFields/CustomFieldsTab")),
      settingsTab("/key-store", () => import("./keyStore/KeyStoreTab")),
      settingsTab("/url-actions", () => import("./urlActions/UrlActionsTab")),
      settingsTab("/api-keys", () => import("./accounts/ApiKeysTab")),
    ]),
    page("/settings/users", () => import("./accounts/UsersPage")),
    page("/settings/roles", () => import("./accounts/RolesPage")),
    page("/settings/roles/$roleId", () => import("./accounts/RolePage")),
    page("/settings/health", () => import("./settings/HealthPage")),
    page("/account", () => import("./accounts/AccountPage")),
    // Whatever else somebody types: the frame stays, to go on from.
    createRoute({ getParentRoute: () => shell, path: "$", component: NotFoundPage }),
  ]),
]);

export const router = createRouter({
  routeTree: routes,
  basepath: "/ui",
  parseSearch,
  stringifySearch,
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: LinesSkeleton,
  defaultNotFoundComponent: NotFoundPage,
  defaultErrorComponent: PageProblem,
});

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router;
  }
}
