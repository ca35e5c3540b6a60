/** A technician sees and uses the desktop that a VNC server on a computer shows. */
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { somebody } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import { type Agent, freePort } from "./muster.ts";
import { enrolCode, givePassword } from "./owner.ts";
import { openStage } from "./stage.ts";
import { COLOUR, PASSWORD, startVncServer, type VncServer } from "./vncServer.ts";

const stage = openStage();
const ben = { username: "ben", password: "a long enough one" };
let agent: Agent;
let vnc: VncServer;

beforeAll(async () => {
  vnc = await startVncServer();
  agent = await stage.addAgent("front-desk", await stage.addSite("Acme", "Head office"));
});
afterAll(() => vnc?.stop());

const panel = (page: Page) => page.getByRole("region", { name: "VNC on front-desk" });
const picture = (page: Page) => panel(page).getByRole("application", { name: /^Screen of/ });
const loginOf = (page: Page) => page.getByRole("dialog", { name: "Log in to VNC on front-desk" });

async function askFor(page: Page) {
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("menuitem", { name: "VNC…" }).click();
  const dialog = page.getByRole("dialog", { name: "VNC on front-desk" });
  await dialog.getByRole("textbox", { name: "Port" }).waitFor();
  return dialog;
}

async function openAt(page: Page, port: number) {
  const dialog = await askFor(page);
  await dialog.getByRole("textbox", { name: "Port" }).fill(String(port));
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
}

async function logIn(page: Page, password: string) {
  const login = loginOf(page);
  await login.getByLabel("VNC password").fill(password);
  await login.getByRole("button", { name: "Log in" }).click();
}

/** A pixel of the desktop, not in its middle where the mouse is, is of this colour. */
async function showsColour(page: Page) {
  await eventually("the desktop is seen", async () => {
    const pixel = await picture(page).evaluate((canvas: HTMLCanvasElement) => {
      const context = canvas.getContext("2d");
      const found = context?.getImageData(canvas.width / 4, canvas.height / 4, 1, 1).data;
      return [...(found ?? [])].slice(0, 3);
    });
    return pixel.every((part, at) => Math.abs(part - (COLOUR[at] ?? 0)) < 8);
  });
}

const typed = (line: string) =>
  eventually(`${line} was typed`, () => vnc.lines().split("\n").includes(line));

test("a port on which nothing listens is named, with the name of the computer", async () => {
  const { page } = stage.person;
  const port = await freePort();
  await page.goto(`agents/${agent.id}`);
  await openAt(page, port);
  await panel(page).getByText(`Nothing listens on port ${port} of front-desk.`).waitFor();
  await lookAt(stage.person, "remote-vnc-closed");
  await page.getByRole("button", { name: "Close VNC on front-desk" }).click();
});

test("the dialog has the command for a client of one's own", async () => {
  const { page } = stage.person;
  const dialog = await askFor(page);
  await dialog.getByRole("textbox", { name: "Port" }).fill(String(vnc.port));
  const line = `muster connect front-desk vnc ${vnc.port} --server ${stage.muster.url}`;
  await dialog.getByText(line, { exact: true }).waitFor();
  await dialog.getByText("SSH", { exact: true }).click();
  await dialog.getByText(`muster connect front-desk ssh --server ${stage.muster.url}`).waitFor();
  await lookAt(stage.person, "remote-vnc-dialog");
  await dialog.getByRole("textbox", { name: "Port" }).fill("");
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
  await dialog.getByText("A port is a number from 1 to 65535.").waitFor();
  await dialog.getByRole("textbox", { name: "Port" }).fill(String(vnc.port));
  await dialog.getByRole("button", { name: "Open", exact: true }).click();
});

test("a wrong password is told, and the right one shows the desktop", async () => {
  const { page } = stage.person;
  await logIn(page, "guessed");
  await loginOf(page)
    .getByText(/did not accept the password/)
    .waitFor();
  await lookAt(stage.person, "remote-vnc-login");
  await logIn(page, PASSWORD);
  await showsColour(page);
  // noVNC writes it to the console as well.
  stage.person.forgive("Security negotiation failed");
  await lookAt(stage.person, "remote-vnc");
});

test("what is typed arrives, and the keyboard can be left again", async () => {
  const { page } = stage.person;
  await panel(page).getByRole("button", { name: "Type on the computer" }).click();
  await page.keyboard.type("Typed by VNC\n");
  await typed("Typed by VNC");
  await panel(page).getByText("Keys go to the computer").waitFor();
  for (const key of ["Control", "Alt", "Shift"]) await page.keyboard.down(key);
  for (const key of ["Shift", "Alt", "Control"]) await page.keyboard.up(key);
  await expect.poll(() => panel(page).getByText("Keys go to the computer").count()).toBe(0);
});

test("a text goes from the technician's clipboard to the desktop", async () => {
  const { page } = stage.person;
  await page.evaluate(() => navigator.clipboard.writeText("Copied elsewhere"));
  await panel(page).getByRole("button", { name: "Clipboard" }).click();
  await page.getByRole("menuitem", { name: "Send my text to the computer" }).click();
  await page.getByText("The text is in the computer's clipboard.").waitFor();
  await panel(page).getByRole("button", { name: "Type on the computer" }).click();
  await page.keyboard.press("Shift+Insert");
  // The desktop fetches the text only now: an Enter may come before it.
  await eventually("the text is there", async () => {
    await page.keyboard.press("Enter");
    return vnc.lines().includes("Copied elsewhere\n");
  });
});

test("it is shown in its own size, and nothing is typed by those who only watch", async () => {
  const { page } = stage.person;
  await panel(page).getByRole("button", { name: "Fit", exact: true }).click();
  await expect.poll(async () => (await picture(page).boundingBox())?.width).toBe(640);
  await panel(page).getByRole("button", { name: "Only watch" }).click();
  await picture(page).click();
  await page.keyboard.type("not wanted\n");
  await panel(page).getByRole("button", { name: "Only watch" }).click();
  await panel(page).getByRole("button", { name: "Type on the computer" }).click();
  await page.keyboard.type("wanted\n");
  await typed("wanted");
  expect(vnc.lines()).not.toContain("not wanted");
});

test("after a reload the desktop comes back with its password, which was not kept", async () => {
  const { page } = stage.person;
  await page.reload();
  await logIn(page, PASSWORD);
  await showsColour(page);
});

test("a policy that allows no tunnels ends it, and refuses the next one in a sentence", async () => {
  const { page } = stage.person;
  const rules = { tunnel: { allowed: false } };
  await stage.api("PUT", "/remote/v1/policy/", { server: rules, workstation: rules });
  await panel(page)
    .getByText(/This session has ended/)
    .waitFor();
  await panel(page).getByRole("button", { name: "Open again" }).click();
  await page.getByText(/policy allows no sessions of kind tunnel/).waitFor();
  // The browser writes the refusal to the console as well.
  stage.person.forgive("/remote/v1/sessions/");
});

test("without the right to the network there is only the computer itself", async () => {
  const rights = ["can_list_agents", "can_list_clients", "can_list_sites", "can_use_remote"];
  const role = await stage.api<{ id: number }>("POST", "/accounts/roles/", {
    ...Object.fromEntries(rights.map((right) => [right, true])),
    name: "Screens",
  });
  await stage.api("POST", "/accounts/users/", { ...ben, role: role.id });
  const second = await somebody(stage.browser, stage.muster.url);
  await second.page.goto(".");
  await givePassword(second, ben);
  await enrolCode(second);
  await second.page.goto(`agents/${agent.id}`);
  const dialog = await askFor(second.page);
  const address = dialog.getByRole("textbox", { name: "Address" });
  await eventually("it cannot be chosen", () => address.isDisabled());
  await dialog.getByText(/Your role does not allow this: open tunnels/).waitFor();
  expect(second.complaints).toEqual([]);
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
