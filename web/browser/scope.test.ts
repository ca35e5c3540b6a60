/** A helper who looks after one site sees that site and nothing else. */
import { beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import type { Agent } from "./muster.ts";
import { enrolCode, givePassword } from "./owner.ts";
import { openStage } from "./stage.ts";
import { totp } from "./totp.ts";

const stage = openStage();
const harry = { username: "harry", password: "a long enough one" };
let helper: Person;
let own: Agent;
let other: Agent;
/** Of the helper's codes. */
let secret: string;

beforeAll(async () => {
  const [head, branch] = [
    await stage.addSite("Acme", "Head office"),
    await stage.addSite("Globex", "Branch"),
  ];
  other = await stage.addAgent("headquarters", head);
  own = await stage.addAgent("branch-pc", branch);
  helper = await somebody(stage.browser, stage.muster.url);
});

test("a role is made with some rights, for one site", async () => {
  const { page } = stage.person;
  await page.goto("settings/roles/new");
  await page.getByLabel(/^Name/).fill("Branch helper");
  await page.getByRole("combobox", { name: "Sites" }).click();
  await page.getByRole("option", { name: "Branch" }).click();
  await page.keyboard.press("Escape");
  for (const right of ["see agents, ping them", "see clients", "see sites"]) {
    await page.getByRole("checkbox", { name: right }).check();
  }
  await page.getByRole("button", { name: "Save role" }).click();
  await page.getByRole("cell", { name: "1 site" }).waitFor();
});

test("a user gets the role, and signs in with a second factor of their own", async () => {
  const { page } = stage.person;
  await page.goto("settings/users");
  await page.getByRole("button", { name: "Add a user" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a user" });
  await dialog.getByLabel(/^User name/).fill(harry.username);
  await dialog.getByLabel(/^Password/).fill(harry.password);
  await dialog.getByRole("combobox", { name: "Role" }).click();
  await page.getByRole("option", { name: "Branch helper" }).click();
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("cell", { name: "harry", exact: true }).waitFor();

  await helper.page.goto(".");
  await givePassword(helper, harry);
  secret = await enrolCode(helper);
  await helper.page.getByRole("heading", { name: "Agents" }).waitFor();
});

test("the helper's table and tree hold that one site", async () => {
  const { page } = helper;
  await page.getByRole("link", { name: "branch-pc" }).waitFor();
  const tree = page.getByRole("complementary", { name: "Clients and sites" });
  await tree.getByText("Globex").waitFor();
  expect(await page.getByText("headquarters").count()).toBe(0);
  expect(await tree.getByText("Acme").count()).toBe(0);
  expect(await page.getByRole("link", { name: "Users" }).count()).toBe(0);
});

test("another site's agent does not exist for the helper, also with its address", async () => {
  const { page } = helper;
  await page.goto(`agents/${other.id}`);
  await page.getByText("There is nothing at this address.").waitFor();
  expect(await page.getByText("headquarters").count()).toBe(0);
  helper.forgive("404");
});

test("what the role does not allow is shown, and says why it does nothing", async () => {
  const { page } = helper;
  await page.goto(`agents/${own.id}/run`);
  const run = page.getByRole("button", { name: "Run", exact: true });
  await run.hover();
  await page.getByRole("tooltip").getByText("Your role does not allow this").waitFor();
  expect(await run.getAttribute("aria-disabled")).toBe("true");
});

test("actions on many need the right to act on many, and say so before a form is filled", async () => {
  const roles = await stage.api<{ id: number; name: string }[]>("GET", "/accounts/roles/");
  const role = roles.find(({ name }) => name === "Branch helper");
  const path = `/accounts/roles/${role?.id}/`;
  const { page } = helper;
  const isRefused = async () => {
    await page.goto("agents");
    await page.getByRole("checkbox", { name: "Select branch-pc" }).check();
    await page.getByRole("button", { name: "Actions" }).click();
    const item = page.getByRole("menuitem", { name: "Run a command…" });
    const refused = (await item.getAttribute("aria-disabled")) === "true";
    await item.hover();
    if (refused) await page.getByRole("tooltip").getByText("act on many agents").waitFor();
    return refused;
  };
  await stage.api("PUT", path, { can_send_cmd: true });
  expect(await isRefused()).toBe(true);
  await stage.api("PUT", path, { can_run_bulk: true });
  expect(await isRefused()).toBe(false);
  await stage.api("PUT", path, { can_run_bulk: false, can_send_cmd: false });
  await page.goto(`agents/${own.id}/run`);
});

test("with the right to run commands and no other, the helper watches one and cancels it", async () => {
  const roles = await stage.api<{ id: number; name: string }[]>("GET", "/accounts/roles/");
  const role = roles.find(({ name }) => name === "Branch helper");
  await stage.api("PUT", `/accounts/roles/${role?.id}/`, { can_send_cmd: true });
  const { page } = helper;
  await page.reload();
  await page.getByLabel("Command to run").fill("echo begun; exec sleep 600");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await page.getByRole("log", { name: "Output" }).getByText("begun").waitFor();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByText("Cancelled", { exact: true }).first().waitFor();
});

test("a session that ends takes nothing away: the helper signs in over the page and goes on", async () => {
  const { page } = helper;
  const users = await stage.api<{ id: number; username: string }[]>("GET", "/accounts/users/");
  const user = users.find(({ username }) => username === harry.username);
  await page.getByLabel("Command to run").fill("echo typed before it ended");
  const run = page.getByRole("button", { name: "Run", exact: true, includeHidden: true });
  await stage.api("DELETE", `/accounts/users/${user?.id}/sessions/`);
  // The live connection may have noticed before: its dialog is over the button then.
  await run.dispatchEvent("click");
  const dialog = page.getByRole("dialog", { name: "Sign in again" });
  await dialog.getByLabel(/^Password/).fill(harry.password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  // A code works once; the next one is good already.
  await dialog.getByLabel("Code from your authenticator app").fill(totp(secret, 1));
  await page.getByRole("log", { name: "Output" }).getByText("typed before it ended").waitFor();
  await dialog.waitFor({ state: "detached" });
  expect(await page.getByLabel("Command to run").inputValue()).toBe("echo typed before it ended");
  helper.forgive("401");
});

test("a tab whose person signs out in another one says so, and leads back", async () => {
  const second = await helper.context.newPage();
  await second.goto("clients");
  await second.getByRole("heading", { name: "Clients and sites" }).waitFor();
  await helper.page.getByRole("button", { name: /^Your account/ }).click();
  await helper.page.getByRole("menuitem", { name: "Sign out", exact: true }).click();
  await helper.page.getByRole("heading", { name: "Sign in" }).waitFor();
  await second.getByText("You signed out in another tab.").waitFor();
  expect(new URL(second.url()).searchParams.get("next")).toBe("/clients");
  await second.close();
});

test("somebody without a role reads what to do about it, and nothing that does not work", async () => {
  const nina = { username: "nina", password: "a long enough one" };
  await stage.api("POST", "/accounts/users/", { ...nina, role: null });
  const newcomer = await somebody(stage.browser, stage.muster.url);
  const { page } = newcomer;
  await page.goto(".");
  await givePassword(newcomer, nina);
  await enrolCode(newcomer);
  await page.getByText("Your account has no role yet").waitFor();
  await page.getByText("Ask an administrator to give you a role").waitFor();
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  expect(await menu.textContent()).toBe("");
  expect(await page.getByRole("alert").count()).toBe(0);
  // What is asked for before the rights are known.
  newcomer.forgive("403");
  expect(newcomer.complaints).toEqual([]);
});

test("no errors were reported on the way", () => {
  expect([...stage.person.complaints, ...helper.complaints]).toEqual([]);
});
