/** Alert templates and maintenance windows: who is notified, and when nobody is. */
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agentId: string;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agentId = (await stage.addAgent("reception-pc", site)).id;
});

test("a template is made in its steps, and says who would be notified", async () => {
  const { page } = stage.person;
  await page.goto("alert-templates");
  await page.getByRole("button", { name: "Add an alert template" }).click();
  await page.getByLabel(/^Name/).fill("Night");
  await page.getByRole("tab", { name: /Checks/ }).click();
  await page.getByRole("radiogroup", { name: "E-mail" }).getByText("On", { exact: true }).click();
  await page.getByRole("tab", { name: /Actions and recipients/ }).click();
  const recipients = page.getByLabel("E-mail to").first();
  await recipients.fill("helpdesk@example.com");
  await recipients.press("Enter");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByRole("heading", { name: "Night", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Ask" }).click();
  await page.getByText(/sent to helpdesk@example\.com/i).waitFor();
  await lookAt(stage.person, "template-test");
});

test("a window that is planned on an agent silences it, and is on the calendar", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agentId}?dialog=maintenance-window`);
  const form = page.getByRole("dialog");
  await form.getByLabel(/^Name/).fill("Work on the network");
  await form.getByLabel(/^Reason/).fill("New switch");
  // Two hours from an hour ago, by the clock of the browser.
  const start = await page.evaluate(() => {
    const ago = new Date(Date.now() - 3_600_000 - new Date().getTimezoneOffset() * 60_000);
    return ago.toISOString().slice(0, 16);
  });
  await form.getByLabel(/^First start/).fill(start);
  await form.getByRole("button", { name: "Create" }).click();
  await page.getByText("Nobody is notified of what happens on this agent.").waitFor();
  await page.getByText(/New switch/).waitFor();
  await page.goto("maintenance");
  await page
    .getByRole("grid")
    .getByText(/Work on the network/)
    .first()
    .click();
  await page.getByRole("dialog").getByText("Open now").waitFor();
  await lookAt(stage.person, "maintenance-window");
  expect(stage.person.complaints).toEqual([]);
});
