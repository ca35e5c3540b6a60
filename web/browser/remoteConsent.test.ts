/** The person at a computer is asked before anybody sees their screen, and decides. */
import { beforeAll, expect, test } from "vitest";
import { type Desktop, startDesktop } from "./computer.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { isSeen, pictureOf, screenPanel } from "./screens.ts";
import { openStage } from "./stage.ts";
import { connect } from "./terminals.ts";

const stage = openStage();
let desktop: Desktop;
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  const screen = { consent: "ask", consent_seconds: 120, when_nobody: "block" };
  await stage.api("PUT", "/remote/v1/policy/", { server: { screen }, workstation: { screen } });
  desktop = await startDesktop();
  agent = await stage.addAgent("reception-pc", site, desktop);
});

const panel = () => screenPanel(stage.person.page, "reception-pc");

/** The window in which the agent asks; empty while there is none. */
async function question(): Promise<string> {
  const search = ["search", "--onlyvisible", "--name", "^Remote support$"];
  const found = await desktop.onScreen("xdotool", ...search).catch(() => "");
  return found.split("\n")[0] ?? "";
}

/** How far the middle of each button is from the left edge; all are in the last row. */
const BUTTONS = { deny: 40, allow: 120 };
const ABOVE_THE_EDGE = 30;

/** Whether the page says that the person is asked. The notice that comes after it looks like the question. */
const isAsked = async () => (await panel().getByText("Nothing begins before they do.").count()) > 0;

/** Presses a button, again when the window takes no answer yet that was meant for another one. */
async function press(button: keyof typeof BUTTONS): Promise<void> {
  await eventually("the agent asks", async () => (await question()) !== "");
  await eventually("the question is answered", async () => {
    const window = await question();
    if (window === "" || !(await isAsked())) return !(await isAsked());
    const shape = await desktop.onScreen("xdotool", "getwindowgeometry", "--shell", window);
    const height = Number(/^HEIGHT=(\d+)$/m.exec(shape)?.[1]);
    const place = [String(BUTTONS[button]), String(height - ABOVE_THE_EDGE)];
    await desktop.onScreen("xdotool", "mousemove", "--window", window, ...place, "click", "1");
    return !(await isAsked());
  });
}

/** What the audit log says about the session, the newest first. */
async function auditLog(): Promise<string[]> {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/audit`);
  const table = page.getByRole("table", { name: "Audit log" });
  await table.getByRole("row").nth(1).waitFor();
  return table.getByRole("row").allTextContents();
}

const isLogged = (text: string) =>
  eventually(`the audit log says: ${text}`, async () =>
    (await auditLog()).some((row) => row.includes(text)),
  );

test("before the person at the computer has answered, nothing of the screen is shown", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await connect(page, "Screen");
  await panel().getByText("Nothing begins before they do.").waitFor();
  await eventually("the agent asks", async () => (await question()) !== "");
  expect(await pictureOf(panel()).count()).toBe(0);
  await lookAt(stage.person, "remote-consent");
});

test("when the person refuses, nothing is shown, and the audit log says so", async () => {
  await press("deny");
  await panel().getByText("The person there does not agree.").waitFor();
  expect(await pictureOf(panel()).count()).toBe(0);
  await lookAt(stage.person, "remote-consent-denied");
  await isLogged("somebody at the computer refused the screen session of olivia on reception-pc");
});

test("when the person presses Allow, the screen is seen, and the audit log says so", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await connect(page, "Screen");
  await panel().getByText("Nothing begins before they do.").waitFor();
  await press("allow");
  await isSeen(panel());
  await lookAt(stage.person, "remote-consent-given");
  await isLogged("somebody at the computer agreed to the screen session of olivia on reception-pc");
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
