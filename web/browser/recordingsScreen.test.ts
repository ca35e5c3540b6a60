/** The screen of a computer is recorded, and watched later. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { startDesktop } from "./computer.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { bar, endAndStore, openRecording, player, playToEnd, record } from "./recordings.ts";
import { coloursIn, isSeen, screenPanel, typeOn } from "./screens.ts";
import { openStage } from "./stage.ts";
import { connect } from "./terminals.ts";

const stage = openStage();
const HOST = "reception-pc";
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent(HOST, site, await startDesktop());
});

const picture = () =>
  player(stage.person.page).getByRole("img", { name: `Recorded screen of ${HOST}` });

/** Nothing but one colour is no picture. */
const isPicture = () =>
  eventually("the recording shows something", async () => (await coloursIn(picture(), 2)) > 1);

test("the screen of a computer is recorded while somebody works on it", async () => {
  const { page } = stage.person;
  await record(stage, agent, "screen");
  await page.goto(`agents/${agent.id}`);
  await connect(page, "Screen");
  const panel = screenPanel(page, HOST);
  await isSeen(panel);
  await panel.getByText("Recording", { exact: true }).waitFor();
  const done = join(stage.muster.folder, "printed");
  await typeOn(panel, `yes recorded | head -99; touch '${done}'\n`);
  await eventually("it was printed", () => existsSync(done));
  await endAndStore(stage, agent);
});

test("it is played to its end", async () => {
  const { page } = stage.person;
  await openRecording(page, "Screen", HOST);
  await isPicture();
  await playToEnd(page);
  await isPicture();
  await lookAt(stage.person, "recording-screen");
});

test("another moment of it is shown at once", async () => {
  const { page } = stage.person;
  await bar(page).focus();
  await page.keyboard.press("Home");
  await eventually("it is at its beginning", async () => (await bar(page).inputValue()) === "0");
  await isPicture();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
