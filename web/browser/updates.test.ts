/** Updates: what is unknown, missing, approved and installed is told apart, and decided in bulk. */
import { expect, test } from "vitest";
import { filledWith } from "./database.ts";
import { eventually } from "./eventually.ts";
import { openStage } from "./stage.ts";

const stage = openStage(filledWith("browser/company.sql"));

interface Counted {
  agent_id: string;
  hostname: string;
  updates: { scanned_at: string | null };
}

/** The number beside a share of the overview. */
async function share(label: string): Promise<string> {
  const table = stage.person.page.getByRole("table", { name: "Updates" });
  const row = table.getByRole("row").filter({ hasText: label });
  return (await row.getByRole("cell").nth(1).textContent()) ?? "";
}

test("the overview is green only for what was scanned", async () => {
  const { page } = stage.person;
  await eventually("the updates of all agents are counted", async () => {
    const agents = await stage.api<Counted[]>("GET", "/agents/");
    return agents.filter(({ updates }) => updates.scanned_at !== null).length === 18;
  });
  await page.goto("overview");
  await page.getByRole("table", { name: "Updates" }).waitFor();
  expect(await share("Approved, not installed")).toBe("4");
  expect(await share("Unknown")).toBe("2");
  expect(await share("Reboot needed")).toBe("2");
  expect(await share("Up to date")).toBe("12");
  const checks = page.getByRole("table", { name: "Checks" });
  const none = checks.getByRole("row").filter({ hasText: "No checks" });
  expect(await none.getByRole("cell").nth(1).textContent()).toBe("20");
});

test("all updates of the fleet are decided about at once, and the rows show it", async () => {
  const { page } = stage.person;
  await page.goto("updates");
  const table = page.getByRole("table", { name: "Updates" });
  await table.getByText("openssl 3.5.4-1").waitFor();
  await page.getByRole("checkbox", { name: "Select 3 updates on this page" }).check();
  await page.getByRole("button", { name: "Undecided" }).click();
  await page.getByText("3 updates set to undecided.").waitFor();
  const row = table.getByRole("row").filter({ hasText: "openssl 3.5.4-1" });
  await row.getByRole("cell", { name: "Undecided" }).waitFor();

  await page.goto("overview");
  await page.getByRole("table", { name: "Updates" }).waitFor();
  expect(await share("Critical missing")).toBe("4");
  expect(await share("Approved, not installed")).toBe("0");
});

test("the updates are narrowed to a severity, and each tells its agents", async () => {
  const { page } = stage.person;
  await page.goto("updates?severity=Critical");
  const table = page.getByRole("table", { name: "Updates" });
  await table.getByText("openssl 3.5.4-1").waitFor();
  expect(await table.getByRole("row").count()).toBe(2);
  await page.getByRole("button", { name: "4 agents with openssl 3.5.4-1" }).click();
  const dialog = page.getByRole("dialog");
  const row = dialog.getByRole("row").filter({ hasText: "nw-files" });
  expect(await row.textContent()).toContain("Northwind Dental");
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "detached" });
});

test("the list by agent counts what is missing, and names who was never scanned", async () => {
  const { page } = stage.person;
  await page.goto("updates/agents");
  const table = page.getByRole("table", { name: "By agent" });
  const row = table.getByRole("row").filter({ hasText: "nw-files" });
  await row.waitFor();
  expect(await row.textContent()).toContain("3 missing");
  expect(await row.textContent()).toContain("Critical 1 · Important 1 · Moderate 1");
  expect(await table.getByRole("row").count()).toBe(5);
  const alert = page.getByRole("alert");
  expect(await alert.textContent()).toContain("2 agents were never scanned");
  await alert.getByRole("link", { name: "Show" }).click();
  const unknown = table.getByRole("row").filter({ hasText: "lumen-desk-2" });
  await unknown.waitFor();
  expect(await unknown.textContent()).toContain("Never scanned");
});

test("the updates of an agent are approved together", async () => {
  const { page } = stage.person;
  const agents = await stage.api<Counted[]>("GET", "/agents/");
  const agent = agents.find(({ hostname }) => hostname === "nw-files");
  await page.goto(`agents/${agent?.agent_id}/updates`);
  await page.getByText("Last scan:").waitFor();
  await page.getByRole("checkbox", { name: "Select 3 updates on this page" }).check();
  await page.getByRole("button", { name: "Approve", exact: true }).click();
  await page.getByText("3 updates approved.").waitFor();
  await page.getByText("3 approved", { exact: true }).waitFor();
});

test("an agent that was never scanned does not look up to date", async () => {
  const { page } = stage.person;
  const agents = await stage.api<Counted[]>("GET", "/agents/");
  const agent = agents.find(({ hostname }) => hostname === "lumen-desk-2");
  await page.goto(`agents/${agent?.agent_id}/updates`);
  await page.getByText("Nothing is known about updates yet.").waitFor();
  await page.goto(`agents/${agent?.agent_id}/software`);
  await page.getByText("Never collected").waitFor();
});

test("the Updates tab says that the last scan failed, and why", async () => {
  const { page } = stage.person;
  const agents = await stage.api<Counted[]>("GET", "/agents/");
  const agent = agents.find(({ hostname }) => hostname === "lumen-desk-2");
  const time = new Date(Date.now() - 180_000).toISOString();
  const scan = { id: 1, status: "failed", time, finished: time, problem: "", results: "E: no net" };
  const answer = { count: 1, next: null, previous: null, results: [scan] };
  await page.route("**/runs/?*type=patch_scan*", (route) => route.fulfill({ json: answer }));
  await page.goto(`agents/${agent?.agent_id}/updates`);
  const alert = page.getByRole("alert").filter({ hasText: "Last scan failed" });
  await alert.waitFor();
  expect(await alert.textContent()).toBe("Last scan failed 3 minutes ago: E: no net");
  await page.unroute("**/runs/?*type=patch_scan*");
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
