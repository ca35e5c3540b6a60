/** The first quarter of an hour of an installation, as its owner lives it. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { lookAt, openBrowser, type Person, somebody } from "./chromium.ts";
import { type Muster, startMuster } from "./muster.ts";
import { givePassword, setUp } from "./owner.ts";
import { totp } from "./totp.ts";

let muster: Muster;
let person: Person;
let secret: string;

beforeAll(async () => {
  muster = await startMuster();
  person = await somebody(await openBrowser(), muster.url);
});

afterAll(async () => {
  await person?.context.browser()?.close();
  await muster?.stop();
});

test("the console's code opens the door, and the first sign-in sets up the second factor", async () => {
  secret = await setUp(person, muster);
  const dialog = person.page.getByRole("dialog", { name: "Add a client" });
  await dialog.waitFor();
  expect(person.page.url()).toContain("/ui/clients");
});

test("a client and its first site are added, and stand in the list", async () => {
  const { page } = person;
  const dialog = page.getByRole("dialog", { name: "Add a client" });
  await dialog.getByLabel(/^Name/).fill("Acme");
  await dialog.getByLabel("First site").fill("Head office");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page
    .getByRole("cell", { name: "Acme" })
    .or(page.getByText("Head office"))
    .first()
    .waitFor();
  await lookAt(person, "clients");
});

test("a computer that enrols appears in the list by itself, and goes offline by itself", async () => {
  const { page } = person;
  await page.getByRole("link", { name: "Agents" }).first().click();
  await page.getByText("No agents yet").waitFor();
  await lookAt(person, "fleet-empty");
  const token = await muster.command("enroll-token", "create", "--site", "1");
  const agent = await muster.startAgent(token, "reception-pc");
  const row = page.getByRole("row").filter({ hasText: "reception-pc" });
  await row.getByText("Online").waitFor();
  await lookAt(person, "fleet");
  await agent.stop();
});

test("an agent has a page with an address of its own", async () => {
  const { page } = person;
  await page.getByRole("link", { name: "reception-pc" }).click();
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  expect(page.url()).toMatch(/\/ui\/agents\/[A-Za-z]{40}/);
  await lookAt(person, "agent");
});

test("a session that ended leads back to the page it was on", async () => {
  const { page } = person;
  const here = page.url();
  await page.evaluate(() => localStorage.clear());
  await page.evaluate(() => sessionStorage.clear());
  await page.goto(here);
  await givePassword(person);
  // The code before the present one was used to set up; a code works once.
  await page.getByLabel("Code from your authenticator app").fill(totp(secret, 1));
  await page.getByRole("heading", { name: "reception-pc" }).waitFor();
  expect(page.url()).toBe(here);
});

test("a wrong password is refused in words, and nothing else complains", async () => {
  expect(person.complaints).toEqual([]);
  const stranger = await somebody(await openBrowser(), muster.url, false);
  try {
    await stranger.page.goto(".");
    await lookAt(stranger, "sign-in");
    await givePassword(stranger, { username: "olivia", password: "not her password" });
    await stranger.page.getByRole("alert").waitFor();
    stranger.forgive("401");
    expect(stranger.complaints).toEqual([]);
  } finally {
    await stranger.context.browser()?.close();
  }
});
