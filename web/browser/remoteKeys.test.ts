/** Sessions without the mouse: from the palette, by keys on a page and in the table; and tunnels of other programs. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";
import { terminals } from "./terminals.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  agent = await stage.addAgent("reception-pc", await stage.addSite("Acme", "Head office"));
});

const palette = (page: Page) => page.getByPlaceholder("Search or jump to…");

async function closeSession(page: Page, name: string) {
  await page.getByRole("button", { name: `Close ${name}` }).click();
  const question = page.getByRole("dialog", { name: /^Close / });
  const dock = page.getByRole("complementary", { name: "Open remote sessions" });
  await eventually("it asks or ends the session", async () => {
    return (await question.isVisible()) || (await dock.count()) === 0;
  });
  if (await question.isVisible()) await question.getByRole("button", { name: "End it" }).click();
  await dock.waitFor({ state: "detached" });
}

test("the palette opens a terminal on a computer that is named", async () => {
  const { page } = stage.person;
  await page.goto("runs");
  await page.getByRole("heading", { name: "Runs" }).waitFor();
  await page.keyboard.press("Control+K");
  await palette(page).fill("terminal reception");
  await page.getByText("Open a terminal on reception-pc").waitFor();
  await lookAt(stage.person, "remote-palette");
  await palette(page).press("Enter");
  await terminals(page).getByText("Connected", { exact: true }).waitFor();
  await closeSession(page, "Terminal on reception-pc");
});

test("on the page of a computer the palette offers it first, and two keys open its files", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  await page.keyboard.press("Control+K");
  await page.getByText("Open the files of reception-pc").waitFor();
  await page.keyboard.press("Escape");
  await palette(page).waitFor({ state: "detached" });
  await page.keyboard.press("c");
  await page.keyboard.press("f");
  await page.getByRole("region", { name: "Files on reception-pc", exact: true }).waitFor();
  await closeSession(page, "Files on reception-pc");
});

test("in the table the same keys are for the row of the cursor", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  const grid = page.getByRole("grid", { name: "Agents" });
  await grid.getByRole("row", { name: /reception-pc/ }).waitFor();
  await grid.focus();
  await page.keyboard.press("c");
  await page.keyboard.press("v");
  const dialog = page.getByRole("dialog", { name: "VNC on reception-pc" });
  await dialog.getByRole("textbox", { name: "Port" }).waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("the list of keys has them", async () => {
  const { page } = stage.person;
  await page.goto("agents?dialog=shortcuts");
  const list = page.getByRole("dialog", { name: "Keyboard shortcuts" });
  await list.getByText("Show the screen").waitFor();
});

test("joining a tunnel that a browser cannot show has the command for it", async () => {
  const { page } = stage.person;
  await stage.api("POST", "/remote/v1/sessions/", {
    agent_id: agent.id,
    kind: "tunnel",
    public_key: "ab".repeat(32),
    host: "127.0.0.1",
    port: 3389,
  });
  await page.goto("remote");
  await page.getByRole("button", { name: "Join Tunnel on reception-pc" }).click();
  const dialog = page.getByRole("dialog", { name: "Tunnel to port 3389 through reception-pc" });
  const line = `muster connect reception-pc rdp --server ${stage.muster.url}`;
  await dialog.getByText(line, { exact: true }).waitFor();
  await lookAt(stage.person, "remote-tunnel");
  await dialog.getByRole("button", { name: "Close" }).last().click();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
