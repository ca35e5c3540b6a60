/** What is typed is not lost by accident, and nothing is destroyed by accident. */
import type { Page } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
});

/** The question before something is thrown away. */
const question = (page: Page) => page.getByRole("dialog", { name: "Leave without saving?" });

test("a form with something in it asks before Back closes it", async () => {
  const { page } = stage.person;
  await page.goto("clients");
  await page.getByRole("button", { name: "Add a client" }).click();
  const form = page.getByRole("dialog", { name: "Add a client" });
  const name = form.getByLabel(/^Name/);
  await name.fill("Initech");
  await page.goBack();
  await question(page).getByText("not saved").waitFor();
  await question(page).getByRole("button", { name: "Keep editing" }).click();
  await question(page).waitFor({ state: "detached" });
  expect(await name.inputValue()).toBe("Initech");
  await eventually("the address is that of the form", () => page.url().includes("add-client"));

  await page.keyboard.press("Escape");
  await question(page).getByRole("button", { name: "Discard" }).click();
  await form.waitFor({ state: "detached" });
});

test("what was saved is left without a question", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Add a client" }).click();
  await page.getByRole("dialog").getByLabel(/^Name/).fill("Initech");
  await page.getByRole("dialog").getByLabel("First site").fill("Annex");
  await page.getByRole("button", { name: "Create" }).click();
  await page
    .getByRole("table", { name: "Clients and sites" })
    .getByText("Initech", { exact: true })
    .waitFor();
  expect(await question(page).count()).toBe(0);
});

test("a process is ended only after the name of its host was typed", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/processes?search=muster-agent`);
  await page.getByRole("table").getByRole("button", { name: /^End/ }).first().click();
  const dialog = page.getByRole("dialog");
  const confirm = dialog.getByRole("button", { name: /^End/ });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel("Type reception-pc to confirm").fill("reception-pc");
  expect(await confirm.isDisabled()).toBe(false);
  await dialog.getByRole("button", { name: "Cancel" }).click();
});

test("an agent goes only after its name was typed", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}?dialog=remove`);
  const dialog = page.getByRole("dialog", { name: "Remove agent" });
  const confirm = dialog.getByRole("button", { name: "Remove agent" });
  await dialog.getByLabel(/^Type/).fill("reception");
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(/^Type/).fill("reception-pc");
  await confirm.click();
  await eventually("it is gone", async () => {
    return (await stage.api<unknown[]>("GET", "/agents/")).length === 0;
  });
});

test("nothing complained on the way", () => {
  stage.person.forgive(`/agents/${agent.id}/`);
  expect(stage.person.complaints).toEqual([]);
});
