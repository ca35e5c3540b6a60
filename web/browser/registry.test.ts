/**
 * The page of the registry, on an agent that does not answer: the tree for keyboard and
 * screen reader, the path, and what can be done where. No computer with Windows is at hand.
 */
import { expect, test } from "vitest";
import { filledWith } from "./database.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage(filledWith("browser/registry.sql"));

const REGISTRY = "agents/QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzR/registry";

/** A key or a row of the tree by its name. */
const item = (name: string | RegExp) =>
  stage.person.page
    .getByRole("tree", { name: "Keys" })
    .getByRole("treeitem", { name, ...(typeof name === "string" && { exact: true }) });

const focused = () =>
  stage.person.page.evaluate(() => document.activeElement?.getAttribute("aria-label"));

const pathInAddress = () => new URL(stage.person.page.url()).searchParams.get("path");

test("the tab is there for Windows, and the page says that the agent does not answer", async () => {
  const { page } = stage.person;
  await page.goto(REGISTRY.replace("/registry", ""));
  const tabs = page.getByRole("navigation", { name: "About this agent" });
  await tabs.getByRole("link", { name: "Registry" }).click();
  await item("Computer").waitFor();
  await item(/offline/).waitFor();
  await page
    .getByRole("alert")
    .getByText(/offline/)
    .waitFor();
  await lookAt(stage.person, "registry");
});

test("arrow keys walk through the tree, and close and open it", async () => {
  const { page } = stage.person;
  await item("Computer").focus();
  expect(await item("Computer").getAttribute("aria-expanded")).toBe("true");
  await page.keyboard.press("ArrowDown");
  expect(await focused()).toMatch(/offline/);
  await page.keyboard.press("ArrowLeft");
  expect(await focused()).toBe("Computer");
  await page.keyboard.press("ArrowLeft");
  await item(/offline/).waitFor({ state: "detached" });
  expect(await item("Computer").getAttribute("aria-expanded")).toBe("false");
  await page.keyboard.press("ArrowRight");
  await item(/offline/).waitFor();
  expect(await focused()).toBe("Computer");
});

test("trying again by keyboard keeps the focus in the tree", async () => {
  const { page } = stage.person;
  await page.keyboard.press("End");
  expect(await focused()).toMatch(/offline/);
  const [answer] = await Promise.all([
    page.waitForResponse((response) => response.url().includes("/registry/?")),
    page.keyboard.press("Enter"),
  ]);
  expect(answer.status()).toBe(409);
  await item(/offline/).waitFor();
  expect(await focused()).toBe("Computer");
});

test("a pasted path is shown in full, and the focus stays where it was typed", async () => {
  const { page } = stage.person;
  const box = page.getByRole("textbox", { name: "Key", exact: true });
  await box.fill("HKLM:\\SOFTWARE\\");
  await box.press("Enter");
  const full = "Computer\\HKEY_LOCAL_MACHINE\\SOFTWARE";
  await eventually("the address has the whole path", () => pathInAddress() === full);
  await eventually("the box has it too", async () => (await box.inputValue()) === full);
  expect(await box.evaluate((input) => input === document.activeElement)).toBe(true);
  await page.goBack();
  await eventually("Back shows the key before", () => pathInAddress() === null);
  await eventually("the box does too", async () => (await box.inputValue()) === "Computer");
});

test("what cannot be done with a key is disabled, with the reason", async () => {
  const { page } = stage.person;
  const create = page.getByRole("button", { name: "New key" });
  expect(await create.getAttribute("aria-disabled")).toBe("true");
  await create.hover();
  await page.getByRole("tooltip", { name: "Only hives are directly below this key." }).waitFor();
  await page.getByRole("button", { name: "Actions for Computer" }).click();
  const remove = page.getByRole("menuitem", { name: "Delete key…" });
  expect(await remove.getAttribute("aria-disabled")).toBe("true");
  await page.keyboard.press("Escape");
  await page.goto(`${REGISTRY}?path=Computer%5CHKEY_CURRENT_USER%5CAcme`);
  await page.getByRole("button", { name: "Actions for Acme" }).click();
  expect(await remove.getAttribute("aria-disabled")).toBe("false");
  expect(await create.getAttribute("aria-disabled")).toBe("false");
  await page.keyboard.press("Escape");
});

test("nothing but the refusals of the agent was reported on the way", () => {
  stage.person.forgive("/registry/");
  expect(stage.person.complaints).toEqual([]);
});
