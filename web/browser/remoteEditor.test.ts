/** A technician edits a file in vim on a computer, and a colleague goes on in the same vim. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";
import { addTechnician } from "./technicians.ts";
import { goToSessions, openTerminal, screenOf, shows, typeInto } from "./terminals.ts";

const stage = openStage();
let agent: Agent;
let file: string;
let second: Person;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
  file = join(stage.muster.folder, "hosts.txt");
  second = await addTechnician(stage, "ben", ["can_use_terminal"]);
});

/** Leaves the mode in which vim inserts, and gives it a command. */
async function command(page: Page, text: string) {
  await page.keyboard.press("Escape");
  await typeInto(page, `${text}\n`);
}

const isSavedAs = (text: string) =>
  eventually("the file is saved", () => readFileSync(file, "utf8") === text);

test("what was typed into vim is still there after a reload", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await openTerminal(page);
  await typeInto(page, `vi '${file}'\n`);
  // An empty text has nothing but these.
  await shows(page, "\n~\n~\n~");
  await typeInto(page, "ireception 10.0.0.1\n");
  await shows(page, "reception 10.0.0.1\n\n~");
  await page.reload();
  await shows(page, "reception 10.0.0.1\n\n~");
});

test("the same vim goes on, and saves what was typed before and after", async () => {
  const { page } = stage.person;
  await typeInto(page, "printer 10.0.0.2");
  await shows(page, "reception 10.0.0.1\nprinter 10.0.0.2\n~");
  await lookAt(stage.person, "remote-editor");
  await command(page, ":w");
  await isSavedAs("reception 10.0.0.1\nprinter 10.0.0.2\n");
});

test("a second technician sees the same vim, takes over, and the first one is told", async () => {
  const { page } = stage.person;
  await second.page.goto(".");
  await goToSessions(second.page);
  await second.page.getByRole("button", { name: "Join Terminal on reception-pc" }).click();
  await second.page.getByText("You are watching").waitFor();
  await shows(second.page, "reception 10.0.0.1\nprinter 10.0.0.2\n~");

  await second.page.getByRole("button", { name: "Take over" }).click();
  await page.getByText(/ben drives now/i).waitFor();
  await page.getByText("You are watching").waitFor();
  await lookAt(stage.person, "remote-editor-watching");
});

test("what the second one types is seen by the first, and saved", async () => {
  const { page } = stage.person;
  await typeInto(second.page, "oscanner 10.0.0.3");
  await shows(page, "\nprinter 10.0.0.2\nscanner 10.0.0.3\n~");
  await command(second.page, ":x");
  await isSavedAs("reception 10.0.0.1\nprinter 10.0.0.2\nscanner 10.0.0.3\n");
  await eventually("vim has ended", async () => !(await screenOf(page)).includes("\n~\n"));
});

test("no errors were reported on the way", () => {
  expect([...stage.person.complaints, ...second.complaints]).toEqual([]);
});
