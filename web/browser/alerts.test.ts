/** Alerts: raised by hand, seen at the bell, acknowledged, snoozed and resolved, all of it live. */
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();

const MESSAGE = "The backup of last night is incomplete";

/** Of the agent that the alert is about. */
let agentId: string;

beforeAll(async () => {
  const site = await stage.addSite("Practice", "Main street");
  agentId = (await stage.addAgent("reception", site)).id;
});

test("an alert that somebody raises rings the bell", async () => {
  const { page } = stage.person;
  await page.goto("alerts");
  await page.getByText("Nothing is wrong here").waitFor();
  await page.getByRole("button", { name: "Alerts: none open" }).waitFor();
  await page.getByRole("button", { name: "Raise an alert" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("What").fill(MESSAGE);
  await dialog.getByText("Error", { exact: true }).click();
  await dialog.getByLabel("About the agent").fill("reception");
  await page.getByRole("option", { name: "reception" }).click();
  await dialog.getByRole("button", { name: "Raise an alert" }).click();
  await page.getByRole("link", { name: MESSAGE }).waitFor();
  await page.getByRole("button", { name: "Alerts: 1 open one, worst: Error" }).waitFor();
});

test("the bell lists it, and keys are enough", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: /^Alerts: 1 open/ }).focus();
  await page.keyboard.press("Enter");
  await page.getByRole("link", { name: "All alerts" }).waitFor();
  await lookAt(stage.person, "bell");
  await page.keyboard.press("Escape");
  await page.getByRole("link", { name: "All alerts" }).waitFor({ state: "hidden" });
});

test("whoever acknowledges it leaves a note for the others", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: `Acknowledge: ${MESSAGE}` }).click();
  const dialog = page.getByRole("dialog", { name: "Acknowledge" });
  await dialog.getByLabel("Note").fill("Calling the storage vendor");
  await dialog.getByRole("button", { name: "Acknowledge" }).click();
  await page
    .getByText(/^Acknowledged by /)
    .first()
    .waitFor();
  await page.getByRole("link", { name: MESSAGE }).click();
  await page.getByRole("heading", { name: MESSAGE }).waitFor();
  await page.getByText("Calling the storage vendor").waitFor();
});

test("a snoozed alert leaves the bell, and comes back when that ends", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "For 1 hour" }).click();
  await page
    .getByText(/^Snoozed until /)
    .first()
    .waitFor();
  await page.getByRole("button", { name: "Alerts: none open" }).waitFor();
  await page.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "End snooze" }).click();
  await page.getByRole("button", { name: /^Alerts: 1 open/ }).waitFor();
});

test("the overview names the client, and the agent's page has it too", async () => {
  const { page } = stage.person;
  await page.goto("overview");
  await page.getByRole("link", { name: "1 open alert" }).waitFor();
  await page.getByRole("link", { name: "Practice", exact: true }).click();
  await page.getByRole("link", { name: MESSAGE }).waitFor();
  await page.goto(`agents/${agentId}/alerts`);
  await page.getByRole("link", { name: MESSAGE }).waitFor();
});

test("what is resolved is no longer listed, but kept", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: `Resolve: ${MESSAGE}` }).click();
  await page.getByText("No open alerts").first().waitFor();
  await page.getByText("All", { exact: true }).click();
  await page
    .getByText(/^Resolved by /)
    .first()
    .waitFor();
  expect(stage.person.complaints).toEqual([]);
});
