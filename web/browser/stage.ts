/** The stage of a story: a server with its owner, and a browser in which the owner is signed in. */
import { cpSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, inject } from "vitest";
import { openBrowser, type Person, somebody } from "./chromium.ts";
import type { Computer } from "./computer.ts";
import { eventually } from "./eventually.ts";
import { type Agent, type Muster, type Prepare, startMuster } from "./muster.ts";
import type { Session } from "./owner.ts";

export interface Stage {
  muster: Muster;
  browser: Browser;
  session: Session;
  /** The owner. */
  person: Person;
  /** Calls the API as the owner. */
  api<Answer>(method: string, path: string, body?: unknown): Promise<Answer>;
  /** Adds a client with one site, and returns the site's id. */
  addSite(client: string, site: string): Promise<number>;
  /** Enrols an agent, starts it, if need be on a computer of its own, and waits until it is online. */
  addAgent(hostname: string, site: number, computer?: Computer): Promise<Agent>;
  /** Waits until the server calls it online. */
  isOnline(agent: Agent): Promise<void>;
}

/** Pictures of what a failed test saw. */
const FAILURES = "../target/browser-failures";

/** Set up before the tests of the file that calls this, gone after them. */
export function openStage(prepare?: Prepare): Stage {
  const stage = {} as Stage;
  const computers: Computer[] = [];
  beforeAll(async () => {
    const { data, session } = inject("owned");
    stage.session = session;
    stage.muster = await startMuster({
      prepare: async (command, own) => {
        cpSync(data, own, { recursive: true });
        await prepare?.(command, own);
      },
    });
    stage.browser = await openBrowser();
    stage.person = await somebody(stage.browser, stage.muster.url, { session: stage.session });
  });
  // The tests of a file are one story: after a failure the rest cannot run.
  let broken = false;
  beforeEach(({ skip }) => skip(broken, "a test before this one failed"));
  afterEach(async ({ task }) => {
    if (task.result?.state !== "fail") return;
    broken = true;
    if (!stage.browser) return;
    const pages = stage.browser.contexts().flatMap((context) => context.pages());
    for (const [number, page] of pages.entries()) {
      const name = `${task.file.name.replaceAll(/\W+/g, "-")}-${task.id}-${number}.png`;
      await page.screenshot({ path: join(FAILURES, name) });
    }
  });
  afterAll(async () => {
    await stage.browser?.close();
    await stage.muster?.stop();
    await Promise.all(computers.map((computer) => computer.stop()));
  });
  stage.api = (method, path, body) => {
    const headers = { Authorization: `Token ${stage.session.token}` };
    return stage.muster.call(method, path, body, headers);
  };
  stage.addSite = async (client, site) => {
    const body = { client: { name: client }, site: { name: site } };
    const { sites } = await stage.api<{ sites: { id: number }[] }>("POST", "/clients/", body);
    if (!sites[0]) throw new Error(`${client} has no site`);
    return sites[0].id;
  };
  stage.addAgent = async (hostname, site, computer) => {
    if (computer) computers.push(computer);
    const token = await stage.muster.command("enroll-token", "create", "--site", String(site));
    const agent = await stage.muster.enrolAgent(token, hostname);
    agent.start(computer?.within);
    await stage.isOnline(agent);
    return agent;
  };
  stage.isOnline = (agent) =>
    eventually("the agent is online", async () => {
      const { status } = await stage.api<{ status: string }>("GET", `/agents/${agent.id}/`);
      return status === "online";
    });
  return stage;
}
