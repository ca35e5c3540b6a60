/** The table of agents with ten thousand of them. The bounds are wide: `make bench` has the narrow ones. */
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { filledWith } from "./database.ts";
import { eventually } from "./eventually.ts";
import { openStage } from "./stage.ts";

const stage = openStage(filledWith("../scripts/bench/fleet.sql"));
const ALL = 10_000;
/** Milliseconds that also a machine meets which stands still for a while. */
const WIDE = 40_000;
/** Of the table with its first rows; the clients beside it may come before or after them. */
const ELEMENTS = 700;

/** Said at the end of the run, with what the machine did besides. */
const measured: Record<string, string> = {};

test("rows are there soon, and all of them a little later", async () => {
  const { page } = stage.person;
  await page.addInitScript(noteRows);
  const begun = performance.now();
  await page.goto("agents", { waitUntil: "commit" });
  measured["first rows"] = `${((await page.evaluate("rowsAfter")) as number).toFixed(0)} ms`;
  // What is not seen is not made: every element is paid for before the first row.
  expect(await page.getByRole("grid").locator("*").count()).toBeLessThan(ELEMENTS);
  await holds(page, ALL);
  measured["all rows"] = since(begun);
  expect(await page.getByRole("row").count()).toBeLessThan(200);
});

test("scrolling shows rows, never an empty table", async () => {
  const { page } = stage.person;
  await page.getByRole("grid").hover();
  const waits: number[] = [];
  for (const distance of [300, 900, 2_500, 10_000, 60_000, 120_000, -40_000, -5_000, 700]) {
    await page.mouse.wheel(0, distance);
    waits.push(await untilFilled(page));
  }
  measured["longest wait for rows"] = `${Math.max(...waits).toFixed(0)} ms`;
  expect(Math.max(...waits)).toBeLessThan(WIDE);
});

test("the last row can be reached", async () => {
  const { page } = stage.person;
  await page.mouse.wheel(0, 1_000_000);
  await page
    .locator(`[role=row][aria-rowindex="${ALL + 1}"]`)
    .first()
    .waitFor();
  expect(await untilFilled(page)).toBeLessThan(WIDE);
});

test("a person who comes back from an agent finds the table where they left it", async () => {
  const { page } = stage.person;
  const grid = page.getByRole("grid");
  const top = () => grid.evaluate(({ scrollTop }) => scrollTop);
  await grid.evaluate((box) => box.scrollTo(0, 170_000));
  await page.locator('[role=row][data-row="5002"]').getByRole("link").click();
  await page.getByRole("navigation", { name: "About this agent" }).waitFor();
  await page.goBack();
  await eventually("it stands where it was", async () => (await top()) === 170_000);
  expect(await untilFilled(page)).toBeLessThan(WIDE);
});

test("an agent that comes online is seen at once", async () => {
  const { page } = stage.person;
  const token = await stage.muster.command("enroll-token", "create", "--site", "1");
  const agent = await stage.muster.enrolAgent(token, "A-NEW-ONE");
  await page.goto("agents?search=A-NEW");
  const row = page.getByRole("row").filter({ hasText: "A-NEW-ONE" });
  await row.getByText("Offline").waitFor();
  await page.goto("agents");
  await row.getByText("Offline").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  agent.start();
  await stage.isOnline(agent);
  const known = performance.now();
  await row.getByText("Online").waitFor();
  measured["a change of status"] = since(known);
  expect(performance.now() - known).toBeLessThan(WIDE);
});

test("the browser stays small", async () => {
  const { page, context, complaints } = stage.person;
  await holds(page, ALL + 1);
  const session = await context.newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const { usedSize } = await session.send("Runtime.getHeapUsage");
  const resident = await rendererMemory();
  measured["JavaScript heap"] = megabytes(usedSize);
  measured["memory of the page's process"] = megabytes(resident);
  expect(usedSize).toBeLessThan(300e6);
  expect(resident).toBeLessThan(600e6);
  expect(complaints).toEqual([]);
  process.stdout.write(`\n10,000 agents: ${JSON.stringify(measured, null, 2)}\n`);
});

/** By the page's own clock: asking from outside takes its time from the page. */
function noteRows(): void {
  const rowsAfter = new Promise((note) => {
    const look = () => {
      if (document.querySelectorAll("[role=row]").length <= 20) requestAnimationFrame(look);
      else note(performance.now());
    };
    look();
  });
  Object.assign(window, { rowsAfter });
}

const since = (begun: number) => `${(performance.now() - begun).toFixed(0)} ms`;
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(0)} MB`;

/** Waits until the table holds so many agents, and one row of titles. */
function holds(page: Page, agents: number): Promise<void> {
  return eventually(`the table holds ${agents} agents`, async () => {
    const rows = await page.getByRole("grid").getAttribute("aria-rowcount");
    return Number(rows) === agents + 1;
  });
}

/** How long it takes until there is a row with text everywhere in the table, in milliseconds. */
function untilFilled(page: Page): Promise<number> {
  return page.getByRole("grid").evaluate(async (grid) => {
    const { left, top, bottom } = grid.getBoundingClientRect();
    const isFilled = () => {
      for (let y = top + 60; y < Math.min(bottom, window.innerHeight) - 40; y += 30) {
        const row = document.elementFromPoint(left + 120, y)?.closest("[role=row]");
        if (!row?.textContent?.includes("-")) return false;
      }
      return true;
    };
    const frame = () => new Promise(requestAnimationFrame);
    const begun = performance.now();
    do await frame();
    while (!isFilled() && performance.now() - begun < 60_000);
    return performance.now() - begun;
  });
}

/** Resident bytes of the largest renderer: the one with the table. */
async function rendererMemory(): Promise<number> {
  const session = await stage.browser.newBrowserCDPSession();
  const { processInfo } = await session.send("SystemInfo.getProcessInfo");
  const sizes = processInfo
    .filter(({ type }) => type === "renderer")
    .map(({ id }) => /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${id}/status`, "utf8"))?.[1]);
  return 1024 * Math.max(...sizes.map(Number));
}
