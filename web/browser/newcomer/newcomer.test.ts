/**
 * The first ten minutes of somebody who has cloned the project and typed `make
 * run`: the page is there, this computer is in it, a command runs, and all of
 * it is still there after Ctrl-C and another `make run`.
 */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "../chromium.ts";
import { eventually } from "../eventually.ts";
import { launchBrowser } from "../launch.ts";
import { enrolCode, givePassword } from "../owner.ts";
import { totp } from "../totp.ts";
import { type MakeRun, makeRun, started } from "./makeRun.ts";

const { NEWCOMER_GROUP = "", NEWCOMER_LOG = "" } = process.env;

let running: MakeRun | undefined;
let browser: Browser;
let person: Person;
let secret: string;

const printed = () => {
  if (!running) throw new Error("Muster does not run");
  return running.printed;
};

beforeAll(async () => {
  running = started(Number(NEWCOMER_GROUP), NEWCOMER_LOG);
  browser = await launchBrowser();
  person = await somebody(browser, new URL(printed().address).origin);
});

afterAll(async () => {
  await browser?.close();
  await running?.stop();
});

/** The row of this computer says that it is online. */
async function seesThisComputerOnline() {
  const { page } = person;
  await page.getByRole("link", { name: "Agents", exact: true }).first().click();
  const grid = page.getByRole("grid");
  await grid.getByText("Online", { exact: true }).first().waitFor();
}

test("the printed address shows the interface, and the printed password opens it", async () => {
  const { page } = person;
  const { address, user, password } = printed();
  await page.goto(address);
  await givePassword(person, { username: user, password });
  secret = await enrolCode(person);
  await page.getByRole("heading", { name: "Agents" }).waitFor();
});

test("this computer is online", seesThisComputerOnline);

test("a command typed into the page runs on this computer", async () => {
  const { page } = person;
  await page.getByRole("grid").getByRole("row").nth(1).getByRole("link").first().click();
  await page.getByRole("link", { name: "Run", exact: true }).click();
  await page.getByLabel("Command to run").fill("echo $((6 * 7)) is the answer");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  const log = page.getByRole("log", { name: "Output" });
  await eventually("the output is there", async () => {
    return (await log.textContent()) === "42 is the answer\n";
  });
  await page.getByText("Return code 0").waitFor();
});

test("after Ctrl-C nothing answers, and no errors were reported until then", async () => {
  expect(person.complaints).toEqual([]);
  const { address } = printed();
  await person.context.close();
  await running?.stop();
  await expect(fetch(address)).rejects.toThrow();
});

test("another make run prints the same, and has this computer and what it did", async () => {
  const before = printed();
  running = undefined;
  running = await makeRun(`${NEWCOMER_LOG}.second`);
  expect(running.printed).toEqual(before);
  person = await somebody(browser, new URL(before.address).origin);
  const { page } = person;
  await page.goto(before.address);
  await givePassword(person, { username: before.user, password: before.password });
  // The present code may have been used a moment ago, and a code works once.
  await page.getByLabel("Code from your authenticator app").fill(totp(secret, 1));
  await page.getByRole("heading", { name: "Agents" }).waitFor();
  await seesThisComputerOnline();
  const headers = { "X-API-KEY": before.key };
  const runs = await fetch(new URL("/runs/", before.address), { headers });
  const commands = ((await runs.json()) as { command: string }[]).map((run) => run.command);
  expect(commands).toContain("echo $((6 * 7)) is the answer");
  expect(person.complaints).toEqual([]);
});
