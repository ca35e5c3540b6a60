/** An agent tests itself, and somebody passes the result on. */
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agent: Agent;

/** The test itself takes up to two minutes. */
const PATIENT = { timeout: 150_000 };

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
});

test("nothing begins before somebody asks for it", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await page.getByRole("button", { name: "More" }).first().click();
  await page.getByRole("menuitem", { name: "Self-test" }).click();
  await page.getByText("What can the agent do on this computer?").waitFor();
  expect(page.url()).toContain("/self-test");
  await lookAt(stage.person, "self-test-before");
});

test("a click starts it, and the table says what works and what does not", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Start the test" }).click();
  await page.getByRole("status").getByText("The agent is testing itself.").waitFor();
  const table = page.getByRole("table", { name: "Self-test" });
  await table.waitFor(PATIENT);
  const row = (text: string) => table.getByRole("row").filter({ hasText: text });
  expect(await row("Ledger").first().textContent()).toContain("Works");
  expect(await row("Changes of the registry").textContent()).toContain("Not there");
  expect(await row("Removal of the agent").textContent()).toContain("Not tried");
  await lookAt(stage.person, "self-test");
});

test("only problems are left when that is asked for", async () => {
  const { page } = stage.person;
  await page.getByText("Only problems").click();
  await eventually("the address has the filter", () => page.url().includes("show=problems"));
  await page.getByText("Removal of the agent").waitFor({ state: "detached" });
  await page.getByText("All", { exact: true }).click();
  await page.getByText("Removal of the agent").waitFor();
});

test("the whole report is copied as JSON", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Copy report" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const text = await page.evaluate(() => navigator.clipboard.readText());
  const report: { plat: string; steps: { name: string }[] } = JSON.parse(text);
  expect(report.plat).toBe("linux");
  expect(report.steps.map(({ name }) => name)).toContain("time_limit");
  expect(stage.person.complaints).toEqual([]);
});
