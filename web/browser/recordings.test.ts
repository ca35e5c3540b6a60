/** A terminal and files on a computer are recorded, and somebody watches what happened. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import type { Person } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { entryOf, filesOn, goToFolder, transferOf, upload } from "./files.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import {
  bar,
  endAndStore,
  openRecording,
  player,
  playToEnd,
  record,
  recordedLines,
} from "./recordings.ts";
import { openStage } from "./stage.ts";
import { addTechnician } from "./technicians.ts";
import { connect, openTerminal, shows, terminals, typeInto } from "./terminals.ts";

const stage = openStage();
const HOST = "reception-pc";
let agent: Agent;
let ben: Person;

beforeAll(async () => {
  agent = await stage.addAgent(HOST, await stage.addSite("Acme", "Head office"));
  ben = await addTechnician(stage, "ben", ["can_use_terminal", "can_use_remote"]);
});

test("a terminal is recorded where the rules say so, and says that it is", async () => {
  const { page } = stage.person;
  await record(stage, agent, "terminal", { record_input: true });
  await page.goto(`agents/${agent.id}`);
  await openTerminal(page);
  await terminals(page).getByText("Recording", { exact: true }).waitFor();
  await typeInto(page, "echo the-fir''st-word\n");
  await shows(page, "the-first-word");
  await typeInto(page, "clear; echo the-la''st-word\n");
  await shows(page, "the-last-word");
  await endAndStore(stage, agent);
});

test("it is played from the list of the sessions on the computer", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/remote`);
  await page
    .getByRole("button", { name: `Recordings of Terminal on ${HOST}` })
    .first()
    .click();
  const table = page.getByRole("table", { name: "Recordings" });
  await table.getByText("Complete", { exact: true }).waitFor();
  await lookAt(stage.person, "recordings");
  await table.getByRole("link", { name: "Terminal", exact: true }).click();
  await playToEnd(page);
  await eventually("the last word is seen", async () =>
    (await recordedLines(page, HOST)).includes("the-last-word"),
  );
  expect(await recordedLines(page, HOST)).not.toContain("the-first-word");
  await lookAt(stage.person, "recording-terminal");
});

test("what was printed is found, and each line leads to its moment", async () => {
  const { page } = stage.person;
  await page.getByRole("searchbox", { name: "Search in the output" }).fill("the-first-word");
  const hits = page.getByRole("list", { name: "Found lines" });
  await hits
    .getByRole("button", { name: /the-first-word/ })
    .first()
    .click();
  await eventually("the first word is seen again", async () =>
    (await recordedLines(page, HOST)).includes("the-first-word"),
  );
  await lookAt(stage.person, "recording-search");
});

test("the keys of the player work from everywhere on its page", async () => {
  const { page } = stage.person;
  await page.getByRole("heading", { name: `Terminal on ${HOST}` }).click();
  const before = Number(await bar(page).inputValue());
  await page.keyboard.press("ArrowLeft");
  await eventually("it went back", async () => Number(await bar(page).inputValue()) < before);
  await page.keyboard.press(" ");
  await player(page).getByRole("button", { name: "Pause", exact: true }).waitFor();
  await page.keyboard.press(" ");
  await player(page).getByRole("button", { name: "Play", exact: true }).waitFor();
  await page.keyboard.press("-");
  await player(page).getByText("8×").waitFor();
});

test("it is downloaded in a form that other programs play", async () => {
  const { page } = stage.person;
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/^reception-pc-terminal-.*\.cast$/);
  const file = join(stage.muster.folder, "terminal.cast");
  await download.saveAs(file);
  const [head = "", ...events] = readFileSync(file, "utf8").split("\n");
  expect(JSON.parse(head)).toMatchObject({ version: 3 });
  expect(events.join("\n")).toContain("the-last-word");
});

test("what was done with files is a table, of the time that is chosen", async () => {
  const { page } = stage.person;
  await record(stage, agent, "files");
  const folder = stage.muster.folder;
  writeFileSync(join(folder, "old.txt"), "old\n");
  await page.goto(`agents/${agent.id}`);
  await connect(page, "Files");
  const files = filesOn(page, HOST);
  await goToFolder(files, folder);
  const buffer = Buffer.from("new\n");
  await upload(files, { name: "new.txt", mimeType: "text/plain", buffer });
  await transferOf(files, "new.txt").getByText("Done", { exact: true }).waitFor();
  await entryOf(files, "old.txt").waitFor();
  await endAndStore(stage, agent);

  await openRecording(page, "Files", HOST);
  const table = page.getByRole("table", { name: "What was done" });
  const row = table.getByRole("row").filter({ hasText: "Uploaded" });
  await row.getByText(join(folder, "new.txt")).waitFor();
  await lookAt(stage.person, "recording-files");
});

test("somebody without the right sees neither the list nor a recording", async () => {
  const { page } = ben;
  await page.goto("recordings");
  await page.getByText("Your role does not allow this page").waitFor();
  await page.goto(`agents/${agent.id}/remote`);
  await page.getByRole("button", { name: "Recordings", exact: true, disabled: true }).waitFor();
  ben.forgive("403");
});

test("a recording is deleted once its computer's name was typed", async () => {
  const { page } = stage.person;
  await openRecording(page, "Files", HOST);
  await page.getByRole("button", { name: "Delete", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Delete this recording" });
  await dialog.getByRole("textbox").fill(HOST);
  await dialog.getByRole("button", { name: "Delete this recording" }).click();
  await page.getByText("The recording was deleted.").waitFor();
  const table = page.getByRole("table", { name: "Recordings" });
  await table.getByRole("link", { name: "Terminal", exact: true }).waitFor();
  expect(await table.getByRole("link", { name: "Files", exact: true }).count()).toBe(0);
});

test("no errors were reported on the way", () => {
  expect([...stage.person.complaints, ...ben.complaints]).toEqual([]);
});
