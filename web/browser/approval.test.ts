/** A computer that has to wait is no agent until somebody approves it. */
import { beforeAll, expect, test } from "vitest";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let site: number;
let agent: Agent;

beforeAll(async () => {
  site = await stage.addSite("Acme", "Head office");
});

test("a site is set so that new computers wait", async () => {
  const { page } = stage.person;
  await page.goto(`clients?dialog=edit-site:${site}`);
  const dialog = page.getByRole("dialog", { name: "Edit Head office" });
  await dialog.getByRole("combobox", { name: "Approval of computers" }).click();
  await page.getByRole("option", { name: "New computers wait for approval" }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.waitFor({ state: "detached" });
});

test("the page of the fleet says that a computer waits", async () => {
  const { page } = stage.person;
  await page.goto("agents");
  await page.getByRole("heading", { name: "Agents" }).waitFor();
  const token = await stage.muster.command("enroll-token", "create", "--site", String(site));
  agent = await stage.muster.enrolAgent(token, "reception-pc");
  agent.start();
  await page.getByText("1 computer waits for approval.").waitFor();
  expect(await page.getByRole("link", { name: "reception-pc" }).count()).toBe(0);
});

test("approved, it comes online", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "Show", exact: true }).click();
  const table = page.getByRole("table", { name: "Waiting for approval" });
  await table.getByText("reception-pc (Linux)").waitFor();
  await table.getByRole("button", { name: "Approve reception-pc" }).click();
  await table.waitFor({ state: "detached" });
  await stage.isOnline(agent);
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
