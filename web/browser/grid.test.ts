/** The table of agents as one works with it: columns, filters, named views, many rows, the keyboard. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { somebody } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let view: string;
const agents: Record<string, Agent> = {};

/** Wide enough for all columns: the grid draws only those on the screen. */
const ROOMY = { width: 2200, height: 900 };

beforeAll(async () => {
  const [office, branch] = [
    await stage.addSite("Acme", "Head office"),
    await stage.addSite("Globex", "Branch"),
  ];
  const places = { "office-a": office, "office-b": office, "branch-a": branch };
  const field = await stage.api<{ id: number }>("POST", "/core/customfields", {
    model: "agent",
    name: "Looked after by",
    type: "text",
  });
  await Promise.all(
    Object.entries(places).map(async ([hostname, site]) => {
      const agent = await stage.addAgent(hostname, site);
      agents[hostname] = agent;
      const value = hostname.endsWith("b") ? "Ben" : "Anna";
      await stage.api("PUT", `/agents/${agent.id}/`, {
        custom_fields: [{ field: field.id, string_value: value }],
      });
    }),
  );
});

/** The titles of the columns, from left to right. */
async function titles(page: Page): Promise<string[]> {
  const heads = await page.getByRole("columnheader").allTextContents();
  return heads.filter((title) => title !== "");
}

/** The hosts of the rows, from the top. */
async function hosts(page: Page): Promise<string[]> {
  return page.getByRole("grid").getByRole("link").allTextContents();
}

const isFocused = (element: Element) => element === document.activeElement;

test("columns are chosen, one's own among them, and put in another order with the keyboard", async () => {
  const { page } = stage.person;
  await page.setViewportSize(ROOMY);
  await page.goto("agents");
  await page.getByRole("link", { name: "office-a" }).waitFor();
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByRole("checkbox", { name: "Reboot", exact: true }).uncheck();
  await page.getByLabel("Find a column").fill("Looked");
  await page.getByRole("checkbox", { name: "Looked after by" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("gridcell", { name: "Ben" }).waitFor();
  expect(await titles(page)).not.toContain("Reboot");
  expect((await titles(page)).at(-1)).toBe("Looked after by");

  await page.getByRole("grid").focus();
  for (const key of ["ArrowUp", "End", "Shift+ArrowLeft"]) await page.keyboard.press(key);
  await eventually("it moved to the left", async () => {
    return (await titles(page)).at(-2) === "Looked after by";
  });
});

test("a title sorts, and a filter narrows, both in the address", async () => {
  const { page } = stage.person;
  await page.getByRole("columnheader", { name: "Looked after by" }).click();
  await eventually("Anna comes first", async () => (await hosts(page)).at(-1) === "office-b");
  await page.getByRole("searchbox").fill("office");
  await eventually("the branch is gone", async () => (await hosts(page)).length === 2);
  const { searchParams } = new URL(page.url());
  expect([searchParams.get("search"), searchParams.get("sort")]).toEqual(["office", "custom:1"]);
});

test("what is shown is kept as a view with a name and an address", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as new view…" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as new view" });
  await dialog.getByLabel(/^Name/).fill("Offices");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Offices" }).click();
  await page.getByRole("menuitem", { name: "Copy link" }).click();
  view = await page.evaluate(() => navigator.clipboard.readText());
  expect(view).toMatch(/\/ui\/views\/\d+$/);
});

test("the address of a view shows the same in another browser", async () => {
  const other = await somebody(stage.browser, stage.muster.url, {
    session: stage.session,
    viewport: ROOMY,
  });
  const { page } = other;
  await page.goto(view);
  await page.getByRole("button", { name: "Offices" }).waitFor();
  await eventually("its rows are there", async () => (await hosts(page)).length === 2);
  // The columns of custom fields come with their definitions.
  await eventually("its columns are there", async () => {
    return (await titles(page)).at(-2) === "Looked after by";
  });
  expect(await titles(page)).not.toContain("Reboot");
  expect(await page.getByRole("searchbox").inputValue()).toBe("office");
  expect(other.complaints).toEqual([]);
  await other.context.close();
});

test("chosen rows get a command after a look at who they are, and each result comes by itself", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  for (const host of ["office-a", "branch-a"]) {
    await page.getByRole("checkbox", { name: `Select ${host}` }).check();
  }
  await page.getByRole("status").getByText("2 agents selected").waitFor();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Run a command…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run a command" });
  await dialog.getByLabel("Command to run").fill("echo from the table");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("cell", { name: "office-a" }).waitFor();
  expect(await dialog.getByRole("row").count()).toBe(3);
  await dialog.getByRole("button", { name: "Start on 2 agents" }).click();
  await page.getByRole("heading", { name: /^Bulk action/ }).waitFor();
  await page.getByText("2 passed").waitFor();
  await page.getByRole("button", { name: "Output of branch-a" }).click();
  await page.getByRole("log", { name: "Output" }).getByText("from the table").waitFor();
});

test("out of the search Enter leads to the first row, and Back finds what was chosen", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("checkbox", { name: "Select office-a" }).check();
  await page.getByRole("searchbox").fill("office");
  await eventually("the branch is gone", async () => (await hosts(page)).length === 2);
  await page.getByRole("searchbox").press("Enter");
  await eventually("the grid has the focus", () => page.getByRole("grid").evaluate(isFocused));
  const [first] = await hosts(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: first ?? "" }).waitFor();
  await page.goBack();
  await page.getByRole("status").getByText("1 agent selected").waitFor();
  expect(await page.getByRole("checkbox", { name: "Select office-a" }).isChecked()).toBe(true);
  // Opened again, it starts without them.
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  await menu.getByRole("link", { name: "Clients and sites" }).click();
  await page.getByRole("heading", { name: "Clients and sites" }).waitFor();
  await menu.getByRole("link", { name: "Agents" }).click();
  await page.getByRole("link", { name: "office-a" }).waitFor();
  expect(await page.getByText("agent selected").count()).toBe(0);
});

test("the search completes its words, and explains those it does not know", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("link", { name: "branch-a" }).waitFor();
  const box = page.getByRole("searchbox");
  await box.pressSequentially("cli");
  await page.getByRole("option", { name: /client:/ }).waitFor();
  await page.keyboard.press("ArrowDown");
  await page.locator("[data-combobox-selected]", { hasText: "client:" }).waitFor();
  await page.keyboard.press("Enter");
  await eventually("it is completed", async () => (await box.inputValue()) === "client:");
  await page.keyboard.type("globex");
  await eventually(
    "only the branch is left",
    async () => (await hosts(page)).join() === "branch-a",
  );
  await box.fill("usr:anna");
  await page.getByText('There is no field "usr". Did you mean "user:"?').waitFor();
  await box.fill("is:purple");
  await page.getByText('"is:purple" is not a known state.').waitFor();
});

test("maintenance stands beside the status, and only a part of a place is not the whole", async () => {
  const { page } = stage.person;
  await stage.api("PUT", `/agents/${agents["office-a"]?.id}/`, { maintenance_mode: true });
  await page.goto("agents");
  const row = page.getByRole("row", { name: /office-a/ });
  await row.getByRole("img", { name: "Maintenance" }).waitFor();
  await row.getByText("Online").waitFor();
  await page.goto("clients");
  const client = page.getByRole("row").filter({ hasText: "Acme" });
  await client.getByText("1 of 2 in maintenance").waitFor();
  await page.getByText("Live", { exact: true }).waitFor();
  await stage.api("PUT", `/agents/${agents["office-b"]?.id}/`, { maintenance_mode: true });
  await client.getByText("In maintenance").waitFor();
  for (const host of ["office-a", "office-b"]) {
    await stage.api("PUT", `/agents/${agents[host]?.id}/`, { maintenance_mode: false });
  }
});

test("a dialog with something typed in it asks before it closes", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agents["office-a"]?.id}?dialog=edit`);
  const dialog = page.getByRole("dialog", { name: "Edit office-a" });
  await dialog.getByLabel("Description").fill("Payroll");
  await page.keyboard.press("Escape");
  const question = page.getByRole("dialog", { name: "Leave without saving?" });
  await question.getByRole("button", { name: "Keep editing" }).click();
  await question.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Description").inputValue()).toBe("Payroll");
  // The shade of the question leaves after it, and would take the click.
  const shades = page.locator(".mantine-Modal-overlay");
  await eventually("one dialog is left", async () => (await shades.count()) === 1);
  // A click beside it, and Back, are the same to it; Escape means to stay.
  await page.mouse.click(5, 400);
  await question.waitFor();
  await page.keyboard.press("Escape");
  await question.waitFor({ state: "detached" });
  expect(await dialog.getByLabel("Description").inputValue()).toBe("Payroll");
  await page.keyboard.press("Escape");
  await question.getByRole("button", { name: "Discard" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("what is typed into a list is chosen with Enter", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agents["office-a"]?.id}?dialog=edit`);
  const dialog = page.getByRole("dialog", { name: "Edit office-a" });
  const site = dialog.getByRole("combobox", { name: "Site" });
  await eventually("the sites are there", () => site.isEnabled());
  await site.selectText();
  await site.pressSequentially("bran");
  await page.getByRole("option", { name: "Branch" }).waitFor();
  await site.press("Enter");
  await eventually("it is chosen", async () => (await site.inputValue()) === "Globex · Branch");
  await page.goto("agents");
});

test("the menu of a row opens with its key, and gives the keyboard back", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("link", { name: "office-b" }).waitFor();
  const grid = page.getByRole("grid");
  await grid.focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Shift+F10");
  const first = page.getByRole("menu").getByRole("menuitem").first();
  await eventually("its first item has the focus", () => first.evaluate(isFocused));
  await page.keyboard.press("Escape");
  await page.getByRole("menu").waitFor({ state: "detached" });
  await eventually("the grid has the focus", () => grid.evaluate(isFocused));
  const [, second] = await hosts(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: second ?? "" }).waitFor();
});

test("the open menu of a row hinders nobody, in both themes", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("checkbox", { name: "Select office-b" }).click({ button: "right" });
  await page.getByRole("menu").waitFor();
  await lookAt(stage.person, "row-menu");
});

test("a double click edits the agent, or opens its page for those who prefer that", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  const cell = page.getByRole("row", { name: /office-b/ }).getByText("Online");
  await cell.dblclick();
  await page.getByRole("dialog", { name: "Edit office-b" }).waitFor();
  await page.goto("account");
  await page.getByRole("combobox", { name: "Double-click on an agent" }).click();
  await page.getByRole("option", { name: "Open its page" }).click();
  await page.getByText("Your preferences were saved.").waitFor();
  await page.goto("agents");
  await cell.dblclick();
  await page.getByRole("heading", { name: "office-b" }).waitFor();
  expect(await page.getByRole("dialog").count()).toBe(0);
});

test("arrows walk the tree, and Enter chooses a place", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  const tree = page.getByRole("tree", { name: "Clients and sites" });
  await tree.getByRole("treeitem", { name: /Globex/ }).waitFor();
  await tree.getByRole("treeitem").first().focus();
  for (const key of ["ArrowDown", "ArrowDown", "ArrowRight", "ArrowRight", "Enter"]) {
    await page.keyboard.press(key);
  }
  await eventually("only the branch is shown", async () => {
    return (await hosts(page)).join() === "branch-a";
  });
  expect(new URL(page.url()).searchParams.get("site")).toBe("2");
});

test("an agent that comes online is seen at once in its row and soon in the top bar", async () => {
  const { page } = stage.person;
  const token = await stage.muster.command("enroll-token", "create", "--site", "2");
  const late = await stage.muster.enrolAgent(token, "branch-late");
  await page.goto("agents");
  const row = page.getByRole("row", { name: /branch-late/ });
  await row.getByText("Offline").waitFor();
  const away = page.getByRole("link", { name: "1 not online" });
  await away.waitFor();
  const colorOf = (chip: typeof away) => chip.evaluate((one) => getComputedStyle(one).color);
  expect(await colorOf(away)).not.toBe(
    await colorOf(page.getByRole("link", { name: /^\d servers/ })),
  );
  await page.getByText("Live", { exact: true }).waitFor();
  late.start();
  await stage.isOnline(late);
  await row.getByText("Online").waitFor();
  await away.waitFor({ state: "detached" });
});

test("the file of the runs has all that match, also those of other pages", async () => {
  const { page } = stage.person;
  const targets = Object.values(agents).map(({ id }) => id);
  const echo = { mode: "command", shell: "sh", cmd: "echo many", timeout: 30 };
  for (let round = 0; round < 18; round += 1) {
    await stage.api("POST", "/agents/actions/bulk/", {
      ...echo,
      target: "agents",
      agents: targets,
    });
  }
  await page.goto("runs?search=many");
  await page.getByText("1 to 50 of 54").waitFor();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Export as CSV" }).click(),
  ]);
  const file = join(stage.muster.folder, "runs.csv");
  await download.saveAs(file);
  const lines = readFileSync(file, "utf8").split("\r\n");
  expect(lines.length).toBe(55);
  expect(lines[0]).toContain("Status");
});

test("runs have views as well", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Save as new view…" }).click();
  await page.getByRole("dialog").getByLabel(/^Name/).fill("Echoes");
  await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
  await page.getByRole("button", { name: "Echoes" }).waitFor();
  await page.goto("runs");
  await page.getByRole("button", { name: "Views" }).click();
  await page.getByRole("menuitem", { name: "Echoes" }).click();
  await page.getByText("1 to 50 of 54").waitFor();
  expect(new URL(page.url()).pathname).toBe("/ui/runs");
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
