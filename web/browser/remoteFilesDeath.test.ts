/** The server dies in the middle of an upload: the upload goes on by itself when it is back. */
import { createHash, randomFillSync } from "node:crypto";
import { createReadStream, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import type { Browser, Locator } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { filesOn, goToFolder, transferOf, upload } from "./files.ts";
import { launchBrowser } from "./launch.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";
import { connect } from "./terminals.ts";

const stage = openStage();
const MIB = 1024 * 1024;
const SIZE = 200 * MIB;
let agent: Agent;
/** Of its own: a file would be copied to the browser that all stories share, which takes long. */
let browser: Browser;
let person: Person;
/** On the computer of the technician. */
let source: string;
/** On the other one. */
let folder: string;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
  folder = join(stage.muster.folder, "uploads");
  mkdirSync(folder);
  source = join(stage.muster.folder, "disk.img");
  writeFileSync(source, randomFillSync(Buffer.alloc(SIZE)));
  browser = await launchBrowser();
  person = await somebody(browser, stage.muster.url, { session: stage.session });
});

afterAll(() => browser?.close());

async function sha256(path: string): Promise<string> {
  const hash = createHash("sha256");
  await pipeline(createReadStream(path), hash);
  return hash.digest("hex");
}

/** How much of it the page says has arrived, in percent. */
async function progressOf(row: Locator): Promise<number> {
  const bar = row.getByRole("progressbar", { name: "Progress of disk.img" });
  return Number(await bar.getAttribute("aria-valuenow"));
}

test("an upload of 200 MB survives the death of the server, and every byte is right", async () => {
  const { page } = person;
  await page.goto(`agents/${agent.id}`);
  await connect(page, "Files");
  const panel = filesOn(page, "reception-pc");
  await goToFolder(panel, folder);
  await upload(panel, source);
  const row = transferOf(panel, "disk.img");
  // Before that, the browser only reads it.
  await row.getByText("Running", { exact: true }).waitFor();
  await eventually("a third has arrived", async () => (await progressOf(row)) >= 33);
  await stage.muster.kill();
  await panel
    .getByText(/^Reconnecting/)
    .first()
    .waitFor();
  expect(await row.getByText("Done", { exact: true }).count()).toBe(0);
  // Nothing has the name of the file before all of it is there.
  expect(readdirSync(folder)).toContain(".disk.img.part");
  expect(readdirSync(folder)).not.toContain("disk.img");

  await stage.muster.startAgain();
  await row.getByText("Done", { exact: true }).waitFor({ timeout: 120_000 });
  expect(statSync(join(folder, "disk.img")).size).toBe(SIZE);
  expect(await sha256(join(folder, "disk.img"))).toBe(await sha256(source));
  expect(readdirSync(folder)).toEqual(["disk.img"]);
});

test("nothing else was reported on the way than that the server was away", () => {
  for (const expected of ["ERR_CONNECTION", "ERR_EMPTY", "WebSocket", "ERR_INCOMPLETE"]) {
    person.forgive(expected);
  }
  // The page may be back before the agent is, and tries again.
  person.forgive("/viewers/");
  expect(person.complaints).toEqual([]);
});
