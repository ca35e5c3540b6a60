/** Somebody writes a script, tries it on one computer and runs it on three. */
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const HOSTS = ["front-desk", "back-office", "warehouse"];

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  await Promise.all(HOSTS.map((hostname) => stage.addAgent(hostname, site)));
});

test("a script is written and tried before it is saved", async () => {
  const { page } = stage.person;
  await page.goto("scripts");
  await page.getByRole("button", { name: "New script" }).click();
  await page.getByLabel(/^Name/).fill("Say hello");
  await page.getByRole("textbox", { name: "Code" }).fill('echo "hello from $1"');
  await page.getByText("Test", { exact: true }).click();
  await page.getByRole("combobox", { name: "Run on" }).click();
  await page.getByRole("option", { name: "back-office" }).click();
  await page.getByRole("combobox", { name: "Arguments" }).fill("the editor");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Run the code in the editor" }).click();
  const log = page.getByRole("log", { name: "Output" });
  await eventually(
    "the test printed",
    async () => (await log.textContent()) === "hello from the editor\n",
  );
});

test("it is saved and stands in the library", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/ui\/scripts\/\d+/);
  await page.getByRole("link", { name: "Scripts", exact: true }).first().click();
  await page.getByRole("searchbox", { name: "Search" }).fill("hello");
  await page.getByRole("link", { name: "Say hello" }).waitFor();
});

test("the second person to save sees who was faster, compares, and decides", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Say hello" }).click();
  await page.waitForURL(/\/ui\/scripts\/\d+/);
  const id = /\d+$/.exec(new URL(page.url()).pathname)?.[0];
  const description = page.getByLabel("Description");
  await description.fill("Greets from this tab");
  await stage.api("PUT", `/scripts/${id}/`, { description: "Greets from another tab" });
  const stored = async () =>
    (await stage.api<{ description: string }>("GET", `/scripts/${id}/`)).description;
  await page.getByRole("button", { name: "Save" }).click();
  const dialog = page.getByRole("dialog", { name: "Someone else saved first" });
  await dialog.getByText(/^olivia changed this/).waitFor();
  await dialog.getByRole("cell", { name: "Greets from another tab" }).waitFor();
  await dialog.getByRole("cell", { name: "Greets from this tab" }).waitFor();
  await lookAt(stage.person, "edit-conflict");
  await dialog.getByRole("button", { name: "Keep editing" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(await stored()).toBe("Greets from another tab");
  expect(await description.inputValue()).toBe("Greets from this tab");
  await page.getByRole("button", { name: "Save" }).click();
  await dialog.getByRole("button", { name: "Overwrite" }).click();
  await page.getByText("Say hello was saved.").waitFor();
  expect(await stored()).toBe("Greets from this tab");
  // What was saved is what the next change is made from.
  await description.fill("Greets");
  await page.getByRole("button", { name: "Save" }).click();
  await eventually("it is saved without a question", async () => (await stored()) === "Greets");
  stage.person.forgive("409");
});

test("three agents are chosen in the table and run it", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  for (const hostname of HOSTS) {
    const row = page.getByRole("row").filter({ hasText: hostname });
    await row.getByRole("checkbox").first().check();
  }
  await page.getByText("3 agents selected").waitFor();
  await page.getByRole("button", { name: "Actions", exact: true }).click();
  await page.getByRole("menuitem", { name: "Run a script…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run a script" });
  await dialog.getByRole("combobox", { name: /^Script to run/ }).fill("Say hello");
  await page.getByRole("option", { name: "Say hello" }).click();
  await dialog.getByRole("combobox", { name: "Arguments" }).fill("the table");
  await page.keyboard.press("Enter");
  await lookAt(stage.person, "bulk-dialog");
  await dialog.getByRole("button", { name: "Preview" }).click();
  for (const hostname of HOSTS) await dialog.getByText(hostname).waitFor();
  await dialog.getByRole("button", { name: "Start on 3 agents" }).click();
});

test("the three results arrive by themselves, each with its output", async () => {
  const { page } = stage.person;
  await page.waitForURL(/\/ui\/bulk\/\d+/);
  const table = page.getByRole("table", { name: "Result" });
  for (const hostname of HOSTS) {
    await table.getByRole("row").filter({ hasText: hostname }).getByText("Passed").waitFor();
  }
  await page.getByText("3 passed").waitFor();
  await table.getByRole("row").filter({ hasText: "warehouse" }).getByText("Passed").click();
  const log = page.getByRole("log", { name: "Output" });
  await eventually(
    "the row shows the output in place",
    async () => (await log.textContent()) === "hello from the table\n",
  );
});

/** A colleague who writes scripts, as headers of a call. */
async function colleague(): Promise<Record<string, string>> {
  const rights = { can_list_scripts: true, can_manage_scripts: true };
  const role = { name: "Authors", ...rights };
  const { id } = await stage.api<{ id: number }>("POST", "/accounts/roles/", role);
  const ben = { username: "ben", password: "the password of ben", role: id };
  await stage.api("POST", "/accounts/users/", ben);
  const users = await stage.api<{ id: number; username: string }[]>("GET", "/accounts/users/");
  const user = users.find(({ username }) => username === "ben")?.id;
  const key = { name: "of ben", user };
  const made = await stage.api<{ key: string }>("POST", "/accounts/apikeys/", key);
  return { "X-API-KEY": made.key };
}

test("the change of a colleague waits until somebody has seen and approved it", async () => {
  const { page } = stage.person;
  const tidy = { name: "Tidy", shell: "shell", script_body: "echo one\n" };
  const { id } = await stage.api<{ id: number }>("POST", "/scripts/", tidy);
  await stage.api("PUT", "/core/settings/", { script_approval: "on" });
  const change = { script_body: "echo two\n" };
  await stage.muster.call("PUT", `/scripts/${id}/`, change, await colleague());
  await page.goto(`scripts/${id}`);
  await page.getByText("Changed by ben").waitFor();
  await page.getByRole("button", { name: "Show the change" }).click();
  const dialog = page.getByRole("dialog", { name: "Approve the change of Tidy" });
  await dialog.getByText("echo two").first().waitFor();
  await lookAt(stage.person, "approve-script");
  await dialog.getByRole("button", { name: "Approve" }).click();
  await page.getByText("Tidy was approved.").waitFor();
  await page.getByText("Changed by ben").waitFor({ state: "hidden" });
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
