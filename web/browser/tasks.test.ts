/** Tasks and policies: made, foretold, run and explained, on the agent of one computer. */
import { release } from "node:os";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agentId: string;

/** Time to save a task before it is due. */
const SOON_MS = 100_000;
/** The rest of that time, and a slow machine. */
const UNTIL_THEN_MS = 180_000;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  for (const name of ["Kernel", "Seen"]) {
    await stage.api("POST", "/core/customfields", { model: "agent", name, type: "text" });
  }
  agentId = (await stage.addAgent("reception-pc", site)).id;
});

/** The form of a new task on the agent's page, with its name and where its output goes. */
async function beginTask(name: string, field: string): Promise<void> {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Add a task" }).click();
  await page.getByRole("heading", { name: "New task" }).waitFor();
  await page.getByLabel(/^Name/).fill(name);
  await page.getByRole("combobox", { name: "Store the output in a custom field" }).click();
  await page.getByRole("option", { name: field }).click();
}

test("a computer without tasks says what a task is for", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agentId}/tasks`);
  await page.getByText("No tasks yet").waitFor();
  await lookAt(stage.person, "tasks-empty");
});

test("a task that cannot be saved leads to its first problem, and says how many there are", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Add a task" }).click();
  await page.getByRole("heading", { name: "New task" }).waitFor();
  const save = page.getByRole("button", { name: "Save" }).last();
  await save.scrollIntoViewIfNeeded();
  await save.click();
  const name = page.getByLabel(/^Name/);
  await page.getByText("Enter a name.").waitFor();
  await eventually("the first wrong field has the focus", () =>
    name.evaluate((field) => {
      const { top, bottom } = field.getBoundingClientRect();
      return document.activeElement === field && top >= 0 && bottom <= window.innerHeight;
    }),
  );
  expect(await page.getByText("Fix 2 problems to save.").count()).toBe(2);
  await name.fill("Anything");
  await page.getByText("Fix 1 problem to save.").first().waitFor();
  stage.person.forgive("400");
  await page.getByRole("button", { name: "Back to tasks" }).click();
  await page.getByRole("button", { name: "Discard" }).click();
  await page.getByText("No tasks yet").waitFor();
});

test("a task is made of ordered actions, and its runs are foretold while it is typed", async () => {
  const { page } = stage.person;
  await beginTask("Collect the kernel", "Kernel");
  await page.getByRole("button", { name: "Add a command" }).click();
  const second = page.getByRole("group", { name: "Action 2" });
  await second.getByLabel(/^Command/).fill("uname -r");
  await page.getByRole("button", { name: "Remove action 1" }).click();
  await page.getByRole("button", { name: "Add a command" }).click();
  await page
    .getByRole("group", { name: "Action 2" })
    .getByLabel(/^Command/)
    .fill("echo begun");
  await page.getByRole("button", { name: "Move action 2 up" }).click();
  const first = page.getByRole("group", { name: "Action 1" }).getByLabel(/^Command/);
  const begins = async (command: string) => (await first.inputValue()) === command;
  await eventually("they changed places", () => begins("echo begun"));
  const grip = page.getByRole("group", { name: "Action 2" }).locator("[draggable]");
  await grip.dragTo(page.getByRole("group", { name: "Action 1" }));
  await eventually("the mouse moves them, too", () => begins("uname -r"));
  await page.getByRole("button", { name: "Move action 1 down" }).press("Enter");
  await eventually("and the keyboard back", () => begins("echo begun"));
  const down = page.getByRole("button", { name: "Move action 2 down" });
  await eventually("the focus goes along", () =>
    down.evaluate((it) => it === document.activeElement),
  );

  const runs = page.getByRole("table", { name: "Upcoming runs" });
  await eventually("ten runs are shown", async () => (await runs.getByRole("row").count()) === 11);
  await page.getByRole("combobox", { name: "Runs", exact: true }).click();
  await page.getByRole("option", { name: "Monthly, by date" }).click();
  await page.getByText(/On day 1 of every month at 03:00/).waitFor();
  await eventually("the runs follow", async () => {
    const days = await runs.getByRole("row").nth(2).textContent();
    return / 1 /.test(days ?? "");
  });
  await lookAt(stage.person, "task-form");
  await runs.scrollIntoViewIfNeeded();
  await lookAt(stage.person, "task-schedule");
});

test("what the server refuses stands at its field", async () => {
  const { page } = stage.person;
  await page.getByLabel(/^Name/).fill("");
  await page.getByRole("button", { name: "Save" }).first().click();
  const name = page.getByLabel(/^Name/);
  await eventually(
    "it is marked",
    async () => (await name.getAttribute("aria-invalid")) === "true",
  );
  stage.person.forgive("400");
  await name.fill("Collect the kernel");
});

test("the task is saved, reaches the agent, and its run is shown as it prints", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Save" }).first().click();
  const row = page.getByRole("row").filter({ hasText: "Collect the kernel" });
  await row.getByText("Up to date").waitFor();
  await page.getByRole("button", { name: "Run Collect the kernel now" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByText("begun").waitFor();
  await dialog.getByText("Passed").waitFor();
  await lookAt(stage.person, "task-run");
  await dialog.getByRole("button", { name: "Close" }).click();
  await row.getByRole("cell", { name: "Passing", exact: true }).waitFor();
  await eventually("the custom field holds what was collected", async () => {
    const path = `/agents/${agentId}/`;
    const agent = await stage.api<{ custom_fields: { string_value: string }[] }>("GET", path);
    return agent.custom_fields.some((field) => field.string_value === release());
  });
  await page.getByRole("button", { name: "Output of Collect the kernel" }).click();
  await page.getByRole("dialog").getByText("begun").waitFor();
  await lookAt(stage.person, "task-output");
  await page.keyboard.press("Escape");
});

test("a task is made that collects something every day, for the first time in a minute", async () => {
  const { page } = stage.person;
  await beginTask("Collect what is seen", "Seen");
  await page.getByRole("button", { name: "Remove action 1" }).click();
  await page.getByRole("button", { name: "Add a command" }).click();
  await page.getByLabel(/^Command/).fill("echo seen by the clock");
  const soon = new Date(Date.now() + SOON_MS);
  const local = new Date(soon.getTime() - soon.getTimezoneOffset() * 60_000);
  await page.getByLabel(/^First run/).fill(local.toISOString().slice(0, "2026-11-15T17:42".length));
  await page.getByRole("button", { name: "Save" }).first().click();
  const row = page.getByRole("row").filter({ hasText: "Collect what is seen" });
  await row.getByText("Up to date").waitFor();
});

test("a task that is switched off says so without a reload", async () => {
  const { page } = stage.person;
  const enabled = page.getByRole("switch", { name: "Collect the kernel is enabled" });
  await enabled.press("Space");
  await eventually("it is off", async () => !(await enabled.isChecked()));
});

test("a form that nobody has touched follows what others save; one that was asks, and changes only what it changes", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Collect the kernel" }).click();
  const name = page.getByLabel(/^Name/);
  await eventually("it is shown", async () => (await name.inputValue()) === "Collect the kernel");
  const tasks = await stage.api<{ id: number; name: string }[]>("GET", "/tasks/");
  const task = tasks.find(({ name }) => name === "Collect the kernel");
  const path = `/tasks/${task?.id}/`;
  await stage.api("PUT", path, { name: "Collect the release" });
  await eventually("it follows", async () => (await name.inputValue()) === "Collect the release");
  await page.getByLabel("By e-mail").check();
  await stage.api("PUT", path, { name: "Collect the kernel" });
  await page.getByRole("button", { name: "Save" }).first().click();
  const question = page.getByRole("dialog", { name: "Someone else saved first" });
  await question.getByRole("row", { name: "email_alert false true" }).waitFor();
  await question.getByRole("button", { name: "Overwrite" }).click();
  await page.getByRole("link", { name: "Collect the kernel" }).waitFor();
  stage.person.forgive("409");
  const saved = await stage.api<object>("GET", path);
  expect(saved).toMatchObject({ name: "Collect the kernel", email_alert: true, enabled: false });
});

test("a policy is made, gets a task, and is set on a client", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Policies" }).click();
  await page.getByText("No policies yet").waitFor();
  await lookAt(stage.person, "policies-empty");
  await page.getByRole("button", { name: "Add a policy" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Add a policy" });
  await dialog.getByLabel(/^Name/).fill("Workshop");
  await dialog.getByLabel("Description").fill("What every computer does");
  await dialog.getByRole("switch", { name: /^Active/ }).press("Space");
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Workshop" }).waitFor();
  await page.getByRole("button", { name: "Add a task" }).click();
  await page.getByLabel(/^Name/).fill("Say hello");
  await page.getByRole("button", { name: "Remove action 1" }).click();
  await page.getByRole("button", { name: "Add a command" }).click();
  await page.getByLabel(/^Command/).fill("echo hello");
  await page.getByRole("button", { name: "Save" }).first().click();
  await page.getByRole("link", { name: "Say hello" }).waitFor();

  await page.getByRole("link", { name: "Assignments" }).click();
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const assign = page.getByRole("dialog", { name: "Assign Workshop" });
  await assign.getByRole("combobox", { name: "Client" }).click();
  await page.getByRole("option", { name: "Acme" }).click();
  await lookAt(stage.person, "policy-assign");
  await assign.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByRole("cell", { name: "Acme", exact: true }).waitFor();
  await page.getByText("applies to 1 agent").waitFor();
});

test("the task of a policy shows what became of it on each agent", async () => {
  const { page } = stage.person;
  const tabs = page.getByRole("navigation", { name: "About this policy" });
  await tabs.getByRole("link", { name: "Tasks" }).click();
  await page.getByRole("button", { name: "Say hello on each agent" }).click();
  const row = page.getByRole("row").filter({ hasText: "reception-pc" });
  await row.getByText("Up to date").waitFor();
  await page.getByRole("button", { name: "Run now on reception-pc" }).click();
  await page.getByRole("dialog").getByText("Passed").waitFor();
  await page.keyboard.press("Escape");
  await row.getByText("Passing").waitFor();
});

test("a policy says what happens to updates, and what it leaves out", async () => {
  const { page } = stage.person;
  const tabs = page.getByRole("navigation", { name: "About this policy" });
  await tabs.getByRole("link", { name: "Updates" }).click();
  await page.getByRole("button", { name: "Configure updates" }).click();
  await page.getByRole("combobox", { name: "Critical" }).click();
  await page.getByRole("option", { name: "Approve" }).click();
  await page.getByRole("combobox", { name: "Install approved updates" }).click();
  await page.getByRole("option", { name: "Weekly" }).click();
  await page.getByRole("checkbox", { name: "Sunday" }).press("Space");
  await lookAt(stage.person, "policy-updates");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("The update settings were saved.").waitFor();
  await tabs.getByRole("link", { name: "Exclusions" }).click();
  await page.getByText("No agent is excluded individually.").waitFor();
});

test("the tree shows every place with its policies, and changes them", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Policies" }).click();
  await page.getByRole("row").filter({ hasText: "Workshop" }).waitFor();
  await page.getByRole("link", { name: "Assignments" }).click();
  await page.getByRole("button", { name: "Actions for Head office" }).click();
  await page.getByRole("menuitem", { name: "Assign policies" }).click();
  const dialog = page.getByRole("dialog", { name: "Policies for Head office" });
  await dialog.getByRole("combobox", { name: "Policy for servers" }).click();
  await page.getByRole("option", { name: "Workshop" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  const row = page.getByRole("row").filter({ hasText: "Head office" });
  await row.getByRole("link", { name: "Workshop" }).waitFor();
});

test("an agent shows which policy applies at which level, and who says what about updates", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agentId}/effective`);
  const policies = page.getByRole("table", { name: "Policies" });
  await policies.getByText("Applies", { exact: true }).waitFor();
  const updates = page.getByRole("table", { name: "Update settings of reception-pc" });
  const critical = updates.getByRole("row").filter({ hasText: "Critical updates" });
  expect(await critical.textContent()).toBe("Critical updatesApproveWorkshop");
});

test("a copy has the tasks of its model, and is set on the whole installation", async () => {
  const { page } = stage.person;
  await page.goto("policies");
  await page.getByRole("button", { name: "Actions for Workshop" }).click();
  await page.getByRole("menuitem", { name: "Copy" }).click();
  const copy = page.getByRole("dialog", { name: "Copy Workshop" });
  await copy.getByRole("button", { name: "Create" }).click();
  await page.getByRole("heading", { name: "Workshop (copy)" }).waitFor();
  await page.getByRole("link", { name: "Say hello" }).waitFor();
  await page.getByRole("link", { name: "Assignments" }).click();
  await page.getByRole("button", { name: "Assign", exact: true }).click();
  const assign = page.getByRole("dialog", { name: "Assign Workshop (copy)" });
  await assign.getByRole("combobox", { name: "Assign to" }).click();
  await page.getByRole("option", { name: "Whole installation" }).click();
  await assign.getByRole("button", { name: "Assign", exact: true }).click();
  await page.getByRole("cell", { name: "Whole installation" }).first().waitFor();
  await page
    .getByText("It is assigned as shown below, but applies to no agent until it is active.")
    .waitFor();
  await lookAt(stage.person, "policy-inactive");
});

test("a policy that is set somewhere goes only when that is asked for", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Delete policy" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete policy" });
  await dialog.getByLabel("Type Workshop (copy) to confirm").fill("Workshop (copy)");
  await dialog.getByRole("button", { name: "Delete policy" }).click();
  await dialog.getByRole("alert").waitFor();
  stage.person.forgive("409");
  await dialog.getByLabel("Delete it even though it is assigned").check();
  await dialog.getByRole("button", { name: "Delete policy" }).click();
  await page.getByText("Workshop (copy) was deleted.").waitFor();
  const rows = page.getByRole("row").filter({ hasText: "Workshop" });
  await eventually("one is left", async () => (await rows.count()) === 1);
});

test("the palette finds a policy by its name", async () => {
  const { page } = stage.person;
  await page.keyboard.press("Control+k");
  const search = page.getByPlaceholder("Search or jump to…");
  await search.fill("worksh");
  await page.getByRole("dialog").getByText("Workshop", { exact: true }).waitFor();
  await search.press("ArrowDown");
  await search.press("Enter");
  await page.getByRole("heading", { name: "Workshop" }).waitFor();
});

test("a daily task ran at its time without being asked, and its field shows what it found", {
  timeout: UNTIL_THEN_MS,
}, async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agentId}`);
  await page.getByText("seen by the clock").waitFor({ timeout: UNTIL_THEN_MS });
});

test("many agents get a policy and a custom field at once", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  const row = page.getByRole("row").filter({ hasText: "reception-pc" });
  await row.getByRole("checkbox").first().check();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Change settings…" }).click();
  const dialog = page.getByRole("dialog", { name: "Change settings" });
  await dialog.getByRole("combobox", { name: "Policy of each agent" }).click();
  await page.getByRole("option", { name: "Workshop" }).click();
  await dialog.getByRole("combobox", { name: "Custom fields" }).click();
  await page.getByRole("option", { name: "Kernel" }).click();
  await dialog.getByRole("textbox", { name: "Kernel" }).fill("mine");
  await lookAt(stage.person, "bulk-edit");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Start on 1 agent" }).click();
  await page.getByRole("heading", { name: /^Bulk action/ }).waitFor();
  await eventually("the agent has both", async () => {
    const path = `/agents/${agentId}/`;
    const agent = await stage.api<ChangedAgent>("GET", path);
    return (
      agent.policy !== null && agent.custom_fields.some((field) => field.string_value === "mine")
    );
  });
});

interface ChangedAgent {
  policy: number | null;
  custom_fields: { string_value: string }[];
}

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
