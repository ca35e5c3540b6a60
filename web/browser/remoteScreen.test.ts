/** A technician works on the screen of a computer, on which a window manager and a terminal run. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { type Desktop, startComputer, startDesktop } from "./computer.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { isSeen, onPage, pictureOf, screenPanel, typeOn } from "./screens.ts";
import { openStage } from "./stage.ts";
import { connect } from "./terminals.ts";

const stage = openStage();
let desktop: Desktop;
let agent: Agent;
let server: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  desktop = await startDesktop();
  agent = await stage.addAgent("reception-pc", site, desktop);
  server = await stage.addAgent("file-server", site, await startComputer());
});

const reception = () => screenPanel(stage.person.page, "reception-pc");

/** Where the mouse of the computer is. */
async function mouse() {
  const found = await desktop.onScreen("xdotool", "getmouselocation", "--shell");
  const [x, y] = ["X", "Y"].map((name) =>
    Number(new RegExp(`^${name}=(\\d+)`, "m").exec(found)?.[1]),
  );
  return { x, y };
}

test("the screen of a computer is seen", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await connect(page, "Screen");
  await isSeen(reception());
  await reception().getByText("1,280 × 800").waitFor();
  await lookAt(stage.person, "remote-screen");
});

test("what is typed on the picture is typed on the computer", async () => {
  const file = join(stage.muster.folder, "typed on the screen");
  await typeOn(reception(), `echo "Grüße, 7 < 9 & {ok}" >'${file}'\n`);
  await eventually("the shell on the screen has run it", () => existsSync(file));
  await eventually("it is as it was typed", () => {
    return readFileSync(file, "utf8") === "Grüße, 7 < 9 & {ok}\n";
  });
});

test("text that is copied on the computer comes into the clipboard of the technician", async () => {
  const { page } = stage.person;
  const done = join(stage.muster.folder, "printed");
  // The whole screen is full of it.
  await typeOn(reception(), `clear; yes copiedword | head -99; touch '${done}'\n`);
  await eventually("it was printed", () => existsSync(done));
  const word = await onPage(reception(), 1280, { x: 40, y: 300 });
  const menu = reception().getByRole("button", { name: "Clipboard" });
  const take = page.getByRole("menuitem", { name: "Take the text of the computer" });
  const canTake = () => eventually("the text can be taken", () => take.isEnabled(), 3_000);
  await eventually("a word was marked", async () => {
    // On a busy machine two clicks may arrive too far from each other to be one.
    if (await take.isVisible()) await page.keyboard.press("Escape");
    await take.waitFor({ state: "hidden" });
    await page.mouse.dblclick(word.x, word.y);
    await menu.click();
    return canTake().then(
      () => true,
      () => false,
    );
  });
  await lookAt(stage.person, "remote-screen-clipboard");
  await take.click();
  await page.getByText("The text of the computer is in your clipboard.").waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe("copiedword");
});

test("of two monitors one is shown alone, and the mouse is where it is pointed at", async () => {
  const { page } = stage.person;
  await desktop.onScreen("xrandr", "--setmonitor", "left", "640/169x800/211+0+0", "screen");
  await desktop.onScreen("xrandr", "--setmonitor", "right", "640/169x800/211+640+0", "none");
  const monitors = reception().getByRole("button", { name: /^Monitors:/ });
  await monitors.click();
  await lookAt(stage.person, "remote-screen-monitors");
  await page.getByRole("menuitemradio", { name: "2: right, 640 × 800" }).click();
  await reception().getByRole("button", { name: "Monitors: 2" }).waitFor();
  const pixel = await onPage(reception(), 640, { x: 100, y: 200 });
  await page.mouse.move(pixel.x, pixel.y);
  await eventually("the mouse is on the right monitor", async () => {
    const { x, y } = await mouse();
    return Math.abs((x ?? 0) - 740) <= 2 && Math.abs((y ?? 0) - 200) <= 2;
  });

  await monitors.click();
  await page.getByRole("menuitemradio", { name: "All monitors" }).click();
  await reception().getByRole("button", { name: "Monitors: All monitors" }).waitFor();
  await pictureOf(reception()).waitFor();
});

test("a computer without a screen says so in plain words", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${server.id}`);
  await connect(page, "Screen");
  const panel = screenPanel(page, "file-server");
  await panel.getByText("The screen is not shown").waitFor();
  const reason = "Nobody uses this computer with a graphical session: there is no screen to show.";
  await panel.getByText(reason).waitFor();
  expect(await pictureOf(panel).count()).toBe(0);
  await lookAt(stage.person, "remote-screen-none");
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
