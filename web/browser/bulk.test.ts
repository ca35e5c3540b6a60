/** Something is done to many computers, and what came of it is understood at a glance. */
import { beforeAll, expect, test } from "vitest";
import { NARROW, WIDE } from "./chromium.ts";
import { eventually } from "./eventually.ts";
import { lookAt, sideways } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const CODE = `if [ "$1" = desk-3 ]; then echo "access denied" >&2; exit 5; fi
printf '\\033[32m10.0.19045\\033[0m\\n'`;

beforeAll(async () => {
  const head = await stage.addSite("Acme", "Head office");
  const branch = await stage.addSite("Globex", "Branch");
  await stage.addAgent("desk-1", head);
  await stage.addAgent("desk-2", branch);
  await stage.addAgent("desk-3", branch);
  const script = { name: "Version", shell: "shell", script_body: CODE };
  await stage.api("POST", "/scripts/", script);
  const scripts = await stage.api<{ id: number; name: string }[]>("GET", "/scripts/");
  const id = scripts.find(({ name }) => name === "Version")?.id;
  const args = ["{{agent.hostname}}"];
  const body = { mode: "script", target: "all", script: id, args, stop_on_failures: 60 };
  await stage.api("POST", "/agents/actions/bulk/", body);
});

test("the page says what ran, by which rule, where, and what each computer printed", async () => {
  const { page } = stage.person;
  await page.goto("bulk");
  await page.getByRole("cell", { name: "Version {{agent.hostname}}" }).waitFor();
  await page.getByRole("link", { name: "Run a script" }).click();
  await page.getByText("Run a script: Version {{agent.hostname}}").waitFor();
  await page.getByText("More than 60 % fail").waitFor();
  await page.getByText("2 passed").waitFor();
  await page.getByText("1 failed").waitFor();
  const row = (host: string) => page.getByRole("row").filter({ hasText: host });
  await row("desk-1").getByText("Acme · Head office").waitFor();
  await row("desk-1").getByText("10.0.19045", { exact: true }).waitFor();
  await row("desk-3").getByText("Globex · Branch").waitFor();
  await row("desk-3").getByText("access denied").waitFor();
  await row("desk-3").getByRole("cell", { name: "5", exact: true }).waitFor();
  await lookAt(stage.person, "bulk-results");
});

test("a row opens in place and shows all of its output", async () => {
  const { page } = stage.person;
  const address = page.url();
  await page.getByRole("button", { name: "Output of desk-3" }).click();
  const log = page.getByRole("log", { name: "Errors" });
  await eventually(
    "the errors are there",
    async () => (await log.textContent()) === "access denied\n",
  );
  expect(page.url()).toBe(address);
  await lookAt(stage.person, "bulk-row");
});

test("a search looks into the output", async () => {
  const { page } = stage.person;
  await page.getByRole("searchbox").fill("denied");
  await page.getByRole("link", { name: "desk-1" }).waitFor({ state: "detached" });
  await page.getByRole("link", { name: "desk-3" }).waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("link", { name: "desk-1" }).waitFor();
});

test("equal results are together, and the next action is for just those computers", async () => {
  const { page } = stage.person;
  await page.getByText("Equal output together").click();
  await page.getByText("3 agents, 2 different results").waitFor();
  await page.getByRole("button", { name: "Show 2 agents" }).click();
  await page.getByRole("link", { name: "desk-2" }).waitFor();
  await lookAt(stage.person, "bulk-groups");
  await page.getByRole("button", { name: "Act on 2 agents" }).click();
  await page.getByRole("menuitem", { name: "Run a command…" }).click();
  const dialog = page.getByRole("dialog", { name: "Run a command" });
  await dialog.getByLabel("Command to run").fill("echo and now this");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("desk-1").waitFor();
  expect(await dialog.getByText("desk-3").count()).toBe(0);
  await dialog.getByRole("button", { name: "Start on 2 agents" }).click();
  await page.getByText("2 selected agents").waitFor();
  await page.getByText("2 passed").waitFor();
  await page.getByText("echo and now this").first().waitFor();
});

test("before computers are interrupted, the preview tells who works on them", async () => {
  const { page } = stage.person;
  const agents = await stage.api<{ agent_id: string; hostname: string }[]>("GET", "/agents/");
  const desk = agents.find(({ hostname }) => hostname === "desk-2");
  await stage.api("PUT", `/agents/${desk?.agent_id}/`, { description: "Payroll" });
  await page.getByText("Equal output together").click();
  await page.getByRole("button", { name: "Act on 2 agents" }).click();
  await page.getByRole("menuitem", { name: "Reboot…" }).click();
  const dialog = page.getByRole("dialog", { name: "Reboot" });
  await dialog.getByRole("button", { name: "Preview" }).click();
  const row = dialog.getByRole("row").filter({ hasText: "desk-2" });
  await row.getByText("Globex · Branch").waitFor();
  await row.getByText("Payroll").waitFor();
  await row.getByText(/logged in/).waitFor();
  expect(await dialog.getByRole("button", { name: "Start on 2 agents" }).isDisabled()).toBe(true);
  await lookAt(stage.person, "bulk-reboot");
  // On a phone all of it is seen without scrolling sideways.
  await page.setViewportSize(NARROW);
  await row.getByText("Globex · Branch").waitFor();
  await row.getByText("Payroll").waitFor();
  await row.getByText("Runs now").waitFor();
  expect(await sideways(dialog)).toEqual([]);
  await page.setViewportSize(WIDE);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("packages, checks, agent updates and restarts of the agent are offered for many", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("checkbox", { name: "Select desk-1" }).check();
  await page.getByRole("button", { name: "Actions" }).click();
  await page.getByRole("menuitem", { name: "Run checks…" }).waitFor();
  await page.getByRole("menuitem", { name: "Update the agent…" }).waitFor();
  await page.getByRole("menuitem", { name: "Restart the agent…" }).waitFor();
  await page.getByRole("menuitem", { name: "Install software…" }).click();
  const dialog = page.getByRole("dialog", { name: "Install software" });
  await dialog
    .getByLabel(/^Package/)
    .first()
    .fill("no-such-package");
  await lookAt(stage.person, "bulk-software");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByText("desk-1").waitFor();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
