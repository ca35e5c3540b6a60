/** A helper who looks after one site sees that site and nothing else. */
import { beforeAll, expect, test } from "vitest";
import { type Person, somebody } from "./chromium.ts";
import type { Agent } from "./muster.ts";
import { enrolCode, givePassword } from "./owner.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const harry = { username: "harry", password: "a long enough one" };
let helper: Person;
let own: Agent;
let other: Agent;

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
  await enrolCode(helper);
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
  await page.getByRole("alert").first().waitFor();
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

test("nothing complained on the way", () => {
  expect([...stage.person.complaints, ...helper.complaints]).toEqual([]);
});
