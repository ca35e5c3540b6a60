/** Checks: made in the browser, seen to fail and to recover live, read by keyboard and on a phone. */
import { createServer, type Server } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import { freePort } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agentId: string;
/** What the check connects to, or does not. */
let door: Server;
let port: number;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agentId = (await stage.addAgent("till-1", site)).id;
  door = createServer((socket) => socket.end());
  port = await freePort();
});

afterAll(closed);

function listening(): Promise<void> {
  return new Promise((resolve, reject) => {
    door.once("error", reject);
    door.listen(port, "127.0.0.1", () => resolve());
  });
}

/** Also when it is closed already. */
function closed(): Promise<void> {
  return new Promise((resolve) => door.close(() => resolve()));
}

const rowOf = (name: string) => stage.person.page.getByRole("row", { name: new RegExp(name) });

/** A run that is under way refuses another one: the button is pressed until it is accepted. */
async function runUntil(what: string, text: string): Promise<void> {
  const { page } = stage.person;
  await eventually(what, async () => {
    if ((await rowOf("Payment service").getByText(text).count()) > 0) return true;
    await page.getByRole("button", { name: "Run checks now" }).click();
    await page.waitForTimeout(2_000);
    return false;
  });
  stage.person.forgive("409");
}

test("a computer without checks says what a check is for", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agentId}/checks`);
  await page.getByText("No checks yet").waitFor();
  await lookAt(stage.person, "checks-empty");
});

test("a check is made by its type, and what is missing is shown at its field", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Add a check" }).click();
  await page.getByRole("menuitem", { name: /TCP port/ }).click();
  const dialog = page.getByRole("dialog", { name: "New check: TCP port" });
  await dialog.getByLabel(/^Host/).fill("127.0.0.1");
  await dialog.getByRole("button", { name: "Create" }).click();
  await dialog.getByText("Fix 1 problem to save.").waitFor();
  stage.person.forgive("400");
  await dialog.getByLabel(/^Port/).fill(String(port));
  await dialog.getByLabel(/^Name/).fill("Payment service");
  await dialog.getByRole("button", { name: "Create" }).click();
  await rowOf("Payment service").waitFor();
});

test("it fails while nothing listens, and recovers when something does", async () => {
  const [check] = await stage.api<{ id: number }[]>("GET", `/agents/${agentId}/checks/`);
  await stage.api("PUT", `/checks/${check?.id}/`, { dashboard_alert: true });
  await runUntil("the check fails", "Failing (warning)");
  await listening();
  await runUntil("the check passes", "Passing");
});

test("the page of its alert marks in the graph when it opened and when it ended", async () => {
  const { page } = stage.person;
  const [alert] = await stage.api<{ id: number }[]>("GET", "/alerts/");
  await page.goto(`alerts/${alert?.id}`);
  const graph = page.getByRole("region", { name: "Around the alert" });
  await graph.locator("canvas").waitFor();
  await graph.getByText(/^Alert opened at /).waitFor();
  await graph.getByText(/^Resolved at /).waitFor();
  await lookAt(stage.person, "alert-graph");
});

test("the checks of a whole site are run from its menu", async () => {
  const { page } = stage.person;
  await closed();
  await page.goto("clients");
  // A run that is still under way refuses another one.
  await eventually("the check fails again", async () => {
    await page.getByRole("button", { name: "More actions: Head office" }).click();
    await page.getByRole("menuitem", { name: "Run checks" }).click();
    const started = page.getByText("Head office: checks are running on 1 agent.").first();
    await started.waitFor({ timeout: 10_000 });
    await page.waitForTimeout(2_000);
    const [check] = await stage.api<{ check_result: { status?: string } }[]>(
      "GET",
      `/agents/${agentId}/checks/`,
    );
    return check?.check_result.status === "failing";
  });
  await page.goto(`agents/${agentId}/checks`);
  await rowOf("Payment service").getByText("Failing (warning)").first().waitFor();
});

test("its history can be read with the keyboard, in words and as a table", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Payment service" }).click();
  const graph = page.getByRole("region", { name: "Graph of the history" });
  await graph.locator("canvas").waitFor();
  await graph.focus();
  await page.keyboard.press("+");
  await eventually("the address names a part of the day", () => page.url().includes("from="));
  await page.keyboard.press("Escape");
  await eventually("the whole day is back", () => !page.url().includes("from="));
  await page.getByRole("button", { name: "Show History as a table" }).click();
  await page.getByRole("region", { name: "History as a table" }).waitFor();
  await lookAt(stage.person, "check-history");
});

test("the dialog says what a threshold would mean now", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agentId}/checks?dialog=add-check:memory`);
  const current = page.getByRole("status", { name: "Current value" });
  await current.waitFor();
  await lookAt(stage.person, "check-dialog");
  await page.getByRole("button", { name: "Cancel" }).click();
  expect(stage.person.complaints).toEqual([]);
});
