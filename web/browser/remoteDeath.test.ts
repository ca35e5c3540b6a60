/** The process that serves a terminal dies: its user reads why, and nothing is typed twice. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";
import { openTerminal, shows, terminals, typeInto } from "./terminals.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
});

/** The number of the process that serves a session. */
function helperOf(session: string): number {
  const ids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const found = ids.find((id) => commandOf(id).includes(`\0remote-helper\0${session}\0`));
  if (!found) throw new Error(`${session} has no helper`);
  return Number(found);
}

/** Empty for a process that is gone. */
function commandOf(id: string): string {
  try {
    return readFileSync(`/proc/${id}/cmdline`, "utf8");
  } catch {
    return "";
  }
}

test("when the helper of a terminal dies, what was typed is not typed into another shell", async () => {
  const { page } = stage.person;
  const file = join(stage.muster.folder, "typed");
  const lines = () => readFileSync(file, "utf8");
  await page.goto(`agents/${agent.id}`);
  await openTerminal(page);
  await typeInto(page, `echo once >>'${file}'; echo do''ne\n`);
  await shows(page, "done");
  expect(lines()).toBe("once\n");

  const [session] = await stage.api<{ session: string }[]>("GET", "/remote/v1/sessions/?open=true");
  process.kill(helperOf(session?.session ?? ""), "SIGKILL");
  await terminals(page).getByText("The agent has left.").waitFor();
  // It ends, or there is a fresh shell: both are told apart from the one that is gone.
  const ended = terminals(page).getByText(/This session has ended/);
  const connected = terminals(page).getByText("Connected", { exact: true });
  await eventually("it is over, or goes on", async () => {
    return (await ended.count()) > 0 || (await connected.count()) > 0;
  });
  if ((await ended.count()) === 0) {
    await typeInto(page, "clear; echo sett''led\n");
    await shows(page, "settled");
  }
  expect(lines()).toBe("once\n");
});

test("no errors were reported on the way", () => {
  // Where the session does not go on, joining it again is refused.
  stage.person.forgive("409");
  expect(stage.person.complaints).toEqual([]);
});
