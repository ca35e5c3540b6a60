/**
 * Every page of the interface, wide and narrow, light and dark: nothing on the
 * console, no failed request, none to another host, nothing that hinders
 * anybody, nothing that sticks out. `make screenshots` keeps the pictures.
 */
import { existsSync } from "node:fs";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import { furnish } from "./company.ts";
import { filledWith } from "./database.ts";
import { faultsOf } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage(filledWith("browser/company.sql"));

/** Examples for the variable parts of addresses. */
let examples: Record<string, string | number>;

/** An agent that exists only in the database, with a full inventory. */
const DESCRIBED = "QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzA";

/** Dialogs have addresses too, and some pages are worth a second look. */
const DIALOGS = [
  // First: nobody comes to the session, and it does not wait for long.
  "remote?dialog=end-session:$sessionId",
  "remote?dialog=tunnel:$tunnelId",
  `agents/${DESCRIBED}`,
  "alerts?show=all",
  "alerts?dialog=raise-alert",
  "alerts/$alertId?dialog=acknowledge-alert:1",
  "alerts/$alertId?dialog=snooze-alert:1",
  "alerts/$alertId?dialog=delete-alert:1",
  "clients?dialog=add-client",
  "clients?dialog=edit-site:1",
  "clients?dialog=delete-client:4",
  "agents?dialog=view-new",
  "agents?dialog=shortcuts",
  "agents/$agentId?dialog=edit",
  "agents/$agentId?dialog=reboot",
  "agents/$agentId?dialog=url-actions",
  "agents/$agentId?dialog=open-remote:terminal:$agentId",
  "agents/$agentId/software?dialog=install",
  "agents/$agentId/checks?dialog=add-check:diskspace",
  "agents/$agentId/checks?dialog=add-check:script",
  "agents/$agentId/checks?dialog=add-check:eventlog",
  "agents/$agentId/checks?dialog=add-check:http",
  "agents/$agentId/checks?dialog=add-check:winsvc",
  "agents/$agentId/checks?dialog=reset-checks",
  "agents/$agentId/checks/$checkId?range=week&table=history",
  "policies/$policyId/checks?dialog=add-check:ping",
  "policies?dialog=basic-monitoring",
  "install/links?dialog=add-link",
  "policies?dialog=add-policy",
  "alert-templates/new",
  "alert-templates/$templateId?step=checks",
  "alert-templates/$templateId?step=actions",
  "maintenance?view=week",
  "maintenance?dialog=add-window",
  "maintenance?dialog=window:1",
  "maintenance?dialog=edit-window:1",
  "agents/$agentId?dialog=maintenance-window",
  "agents/$agentId?dialog=depends-on",
  "scripts/snippets?dialog=add-snippet",
  "scripts/$scriptId?panel=versions",
  "settings/users?dialog=add-user",
  "settings/global/api-keys?dialog=create-key",
  "settings/global/custom-fields?dialog=add-field",
  "settings/global/key-store?dialog=add-value",
  "settings/global/url-actions?dialog=add-action",
  "settings/health?dialog=freeze",
  "recordings?state=incomplete",
  "recordings/$recordingId?dialog=delete-recording",
  "audit-log?dialog=entry:$entryId",
  `debug-log?agent=${DESCRIBED}`,
];

/** Tasks and checks are of an agent or of a policy. */
const OF_POLICIES: Record<string, string> = { taskId: "policyTaskId", checkId: "policyCheckId" };

/** Many pages, and a machine that may be busy with something else. */
const PATIENT = { timeout: 600_000 };

/** Looked at by the story of the first start; signed in, they lead on. */
const BEFORE_THE_DOOR = ["/setup", "/sign-in", "/welcome", "/"];

beforeAll(async () => {
  examples = { ...(await furnish(stage)) };
  const ended = await openTerminal();
  await stage.api("POST", `/remote/v1/sessions/${ended}/end/`, {});
  await openTerminal();
});

/** A session that nobody looks at: its agent waits a while for somebody to come. */
async function openRemote(what: object): Promise<string> {
  const { session } = await stage.api<{ session: string }>("POST", "/remote/v1/sessions/", {
    agent_id: examples.agentId,
    public_key: "ab".repeat(32),
    reason: "The nightly export hangs",
    ...what,
  });
  return session;
}

const openTerminal = () => openRemote({ kind: "terminal" });
const openTunnel = () => openRemote({ kind: "tunnel", host: "127.0.0.1", port: 3389 });

/** The dialog of an entry is above the page of the log that it is on: the first one has the newest. */
async function newestEntry(): Promise<string> {
  type Answer = { audit_logs: { id: number }[] };
  const { audit_logs: entries } = await stage.api<Answer>("PATCH", "/logs/audit/", {});
  return String(entries[0]?.id);
}

/** Every address that the router knows, as written in the code: `/agents/$agentId/run`. */
async function knownRoutes(page: Page): Promise<string[]> {
  await page.goto("agents");
  await page.getByRole("heading", { name: "Agents" }).waitFor();
  const paths = await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as {
      __TSR_ROUTER__: { routesByPath: Record<string, unknown> };
    };
    return Object.keys(router.routesByPath);
  });
  return paths.filter((path) => !BEFORE_THE_DOOR.includes(path));
}

function addressOf(route: string): string {
  return route.replace(/^\//, "").replaceAll(/\$(\w+)/g, (_, name: string) => {
    const ofPolicy = route.startsWith("/policies") ? OF_POLICIES[name] : undefined;
    const example = examples[ofPolicy ?? name];
    if (example === undefined) throw new Error(`${route}: add an example for ${name}`);
    return String(example);
  });
}

/** `/agents/$agentId/run` is kept as `agents-agent-run`. */
function nameOf(route: string): string {
  return route
    .replace(DESCRIBED, "described")
    .replaceAll(/\$(\w+)Id/g, "$1")
    .replaceAll(/[^\w-]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

/** Shown, with what it waits for. */
async function open({ page }: Person, route: string): Promise<void> {
  await page.goto(addressOf(route));
  await page.locator("h1").first().waitFor();
  if (route.includes("?dialog=")) await page.getByRole("dialog").waitFor();
  await page.waitForFunction(() => !document.querySelector(".mantine-Skeleton-root"));
}

/** What the agent of a computer without systemd refuses. */
const WITHOUT_SYSTEMD = existsSync("/run/systemd/system") ? [] : ["/services/", "/eventlog/"];

/** Two people share the work: each looks at every other page. */
async function walk(routes: string[]): Promise<string[]> {
  const rest = [...routes];
  const found: string[] = [];
  const { browser, muster, session } = stage;
  const look = async () => {
    const person = await somebody(browser, muster.url, { session });
    for (let route = rest.shift(); route !== undefined; route = rest.shift()) {
      try {
        await open(person, route);
        found.push(...(await faultsOf(person, nameOf(route))));
      } catch (problem) {
        // The other pages are still checked.
        found.push(`${route}: ${problem}`);
      }
      for (const part of WITHOUT_SYSTEMD) person.forgive(part);
      found.push(...person.complaints.splice(0).map((complaint) => `${route}: ${complaint}`));
    }
    await person.context.close();
  };
  await Promise.all([look(), look()]);
  return found;
}

test("every page is as it should be", PATIENT, async () => {
  expect(await walk(await knownRoutes(stage.person.page))).toEqual([]);
});

test("every dialog is as it should be", PATIENT, async () => {
  examples.sessionId = await openTerminal();
  examples.tunnelId = await openTunnel();
  examples.entryId = await newestEntry();
  expect(await walk(DIALOGS)).toEqual([]);
});
