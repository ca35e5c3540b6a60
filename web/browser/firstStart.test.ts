/** The first quarter of an hour of an installation, as its owner lives it. */
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { NARROW, openBrowser, type Person, somebody } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import { type Agent, type Muster, startMuster } from "./muster.ts";
import { givePassword, owner, setUp } from "./owner.ts";
import { totp } from "./totp.ts";

let muster: Muster;
let browser: Browser;
let person: Person;
let secret: string;
let agent: Agent;

beforeAll(async () => {
  muster = await startMuster();
  browser = await openBrowser();
  person = await somebody(browser, muster.url);
});

afterAll(async () => {
  await browser?.close();
  await muster?.stop();
});

test("the console's code opens the door, and the first sign-in sets up the second factor", async () => {
  await person.page.goto(".");
  await person.page.getByLabel("One-time code").waitFor();
  await lookAt(person, "first-start");
  secret = await setUp(person, muster);
  await person.page.getByRole("heading", { name: "Whose computers are these?" }).waitFor();
});

test("the first start asks for company, time zone, and the first client and site", async () => {
  const { page } = person;
  const zone = page.getByRole("combobox", { name: "Time zone" });
  expect(await zone.inputValue()).toBe("Europe/Berlin");
  await lookAt(person, "welcome");
  await page.getByLabel("Your company").fill("Nordwind IT");
  await page.getByLabel(/^First client/).fill("Acme");
  await page.getByLabel(/^Its first site/).fill("Head office");
  await page.getByRole("button", { name: "Continue to the first agent" }).click();
  await page.getByRole("heading", { name: "Install an agent" }).waitFor();
  await page.goto("settings/global");
  await eventually("the time zone is kept", async () => {
    return (await page.getByRole("combobox", { name: /zone/i }).inputValue()) === "Europe/Berlin";
  });
  await page.goto("clients");
  const table = page.getByRole("table", { name: "Clients and sites" });
  await table.getByText("Acme", { exact: true }).waitFor();
  await table.getByText("Head office", { exact: true }).waitFor();
});

test("an empty fleet says what to do, and leads to the line that installs an agent", async () => {
  const { page } = person;
  await page.getByRole("link", { name: "Agents", exact: true }).first().click();
  await page.getByText("No agents yet").waitFor();
  await lookAt(person, "fleet-empty");
  await page.getByRole("link", { name: "Install an agent" }).last().click();
  await page.getByRole("combobox", { name: "Platform" }).click();
  // This server has no program for any other.
  expect(await page.getByRole("option").allTextContents()).toEqual(["Linux"]);
  await page.keyboard.press("Escape");
  await page.getByText("Other platforms").click();
  await page.getByText("agents/windows-amd64/muster-agent.exe").waitFor();
  expect(await page.getByRole("combobox", { name: /^Site/ }).inputValue()).toBe(
    "Acme · Head office",
  );
  await page.getByRole("button", { name: "Create command" }).click();
  await page.getByText("Waiting for the computer …").waitFor();
});

test("a computer that enrols with the line's token appears on the page by itself", async () => {
  const { page } = person;
  const line = await page.locator("pre").textContent();
  const link = /'(http[^']+\/deploy\/)'/.exec(line ?? "")?.[1] ?? "";
  const script = await (await fetch(link)).text();
  const token = /^token='?([^'\n]+)'?$/m.exec(script)?.[1] ?? "";
  agent = await muster.enrolAgent(token, "reception-pc");
  agent.start();
  await page.getByText("Connected").waitFor();
  await page.getByRole("status").getByText("Online").waitFor();
  await page.getByRole("link", { name: "reception-pc" }).waitFor();
});

test("the new agent has a page with an address of its own", async () => {
  const { page } = person;
  await page.getByRole("link", { name: "reception-pc" }).click();
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  expect(page.url()).toBe(`${muster.url}/ui/agents/${agent.id}`);
});

test("the audit log tells of everything until now", async () => {
  const { page } = person;
  await page.getByRole("link", { name: "Audit log" }).click();
  const table = page.getByRole("table", { name: "Audit log" });
  await table.getByRole("row").nth(1).waitFor();
  const kinds = await table.getByRole("row").evaluateAll((rows) =>
    rows.slice(1).map((row) => {
      const cells = [...row.querySelectorAll("td")].map((cell) => cell.textContent);
      return `${cells[1]}: ${cells[2]} ${cells[3]}`;
    }),
  );
  expect(kinds).toEqual(
    expect.arrayContaining([
      "olivia: Sign-in User",
      "olivia: Added Client",
      "olivia: Added Installer",
      expect.stringContaining("Agent installed Agent"),
    ]),
  );
});

test("the health of the server is shown without any token", async () => {
  const { page } = person;
  await page.goto("settings/health");
  await page.getByText("Message bus", { exact: true }).waitFor();
  await page.getByText("Healthy").waitFor();
});

test("a session that ended leads back to the page it was on", async () => {
  const { page } = person;
  await page.goto(`agents/${agent.id}/software`);
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await givePassword(person);
  // The code before the present one was used to set up; a code works once.
  await page.getByLabel("Code from your authenticator app").fill(totp(secret, 1));
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  expect(page.url()).toBe(`${muster.url}/ui/agents/${agent.id}/software`);
});

test("a recovery code opens the account once when the phone is lost", async () => {
  const { page } = person;
  await page.goto("account");
  await page.getByRole("button", { name: "Make new recovery codes" }).click();
  const dialog = page.getByRole("dialog", { name: "Make recovery codes" });
  await dialog.getByLabel(/^Current password/).fill(owner.password);
  await dialog.getByRole("button", { name: "Make recovery codes" }).click();
  const list = page.getByRole("list", { name: "Recovery codes" });
  await list.waitFor();
  const codes = await list.getByRole("listitem").allTextContents();
  expect(codes.filter((code) => /^\w{5}-\w{5}$/.test(code))).toHaveLength(10);
  await page.getByRole("button", { name: "I have saved them" }).click();
  await page.getByText("10 codes left").waitFor();

  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await givePassword(person);
  await page.getByRole("button", { name: "Use a recovery code instead" }).click();
  await page.getByLabel("Recovery code").fill(codes[3]?.toUpperCase() ?? "");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Your account" }).waitFor();
  await page.getByText("9 codes left").waitFor();
});

test("a wrong password is refused in words, and reports no other error", async () => {
  expect(person.complaints).toEqual([]);
  const stranger = await somebody(browser, muster.url, { viewport: NARROW });
  await stranger.page.goto(".");
  await stranger.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await lookAt(stranger, "sign-in");
  await givePassword(stranger, { username: "olivia", password: "not her password" });
  const alert = stranger.page.getByRole("alert");
  await alert.getByText("Sign-in failed").waitFor();
  await alert.getByText("Wrong user name, password or code.").waitFor();
  stranger.forgive("400");
  expect(stranger.complaints).toEqual([]);
});
