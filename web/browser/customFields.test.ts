/** A fact of one's own: defined once, written on an agent, shown in the table. */
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { cardsOf } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
let agent: Agent;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  agent = await stage.addAgent("reception-pc", site);
});

test("a field is defined with its choices", async () => {
  const { page } = stage.person;
  await page.goto("settings/global/custom-fields");
  await page.getByRole("button", { name: "Add a custom field" }).click();
  const dialog = page.getByRole("dialog", { name: "Add a custom field" });
  await dialog.getByLabel(/^Name/).fill("Looked after by");
  await dialog.getByRole("combobox", { name: "Type" }).click();
  await page.getByRole("option", { name: "Single choice" }).click();
  for (const choice of ["Anna", "Ben"]) {
    await dialog.getByLabel(/^Options/).fill(choice);
    await page.keyboard.press("Enter");
  }
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("cell", { name: "Looked after by", exact: true }).waitFor();
});

test("its value is written on the agent's page and kept", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await page.getByRole("button", { name: "Edit Looked after by" }).click();
  await page.getByRole("combobox", { name: "Looked after by" }).click();
  await page.getByRole("option", { name: "Anna" }).click();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Looked after by was saved.").waitFor();
  await page.reload();
  await page.getByText("Anna", { exact: true }).waitFor();
  const { custom_fields } = await stage.api<{ custom_fields: object[] }>(
    "GET",
    `/agents/${agent.id}/`,
  );
  expect(custom_fields).toMatchObject([{ field: 1, string_value: "Anna" }]);
});

test("a label has the room it needs, and the value the rest", async () => {
  const { page } = stage.person;
  const label = page.locator("dt", { hasText: "Looked after by" });
  const value = page.locator("dd", { hasText: "Anna" });
  const card = await page.locator("dl", { has: label }).boundingBox();
  const [left, right] = [await label.boundingBox(), await value.boundingBox()];
  if (!card || !left || !right) throw new Error("the field is not shown");
  // Just wide enough for the words, on one line.
  const words = await label.evaluate((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [...range.getClientRects()].map(({ width }) => width);
  });
  expect(words).toHaveLength(1);
  expect(left.width - (words[0] ?? 0)).toBeLessThan(2);
  expect(right.x + right.width).toBeCloseTo(card.x + card.width, 0);
});

test("a long label takes up to half of the card before it breaks", async () => {
  const { page } = stage.person;
  const name = "Looked after at night by";
  await stage.api("POST", "/core/customfields/", { name, model: "agent", type: "text" });
  await page.reload();
  const label = page.locator("dt", { hasText: name });
  await label.waitFor();
  const other = await page.locator("dt", { hasText: "Looked after by" }).boundingBox();
  expect((await label.boundingBox())?.height).toBe(other?.height);
});

test("panels side by side end where their content does", async () => {
  const { page } = stage.person;
  const pages = [`agents/${agent.id}`, "settings/global", "account"];
  for (const address of pages) {
    await page.goto(address);
    await page.getByRole("heading", { level: 2 }).nth(1).waitFor();
    // Otherwise nothing is there yet that could be stretched.
    await eventually(`the panels of ${address} differ`, async () => {
      return (await cardsOf(page)).uneven > 0;
    });
    expect((await cardsOf(page)).stretched, address).toEqual([]);
  }
});

test("it can be a column of the table of agents", async () => {
  const { page } = stage.person;
  // Wide enough for one more column: the grid draws only those on the screen.
  await page.setViewportSize({ width: 2200, height: 900 });
  await page.goto("agents");
  await page.getByRole("button", { name: "Columns" }).click();
  await page.getByLabel("Find a column").fill("Looked");
  await page.getByRole("checkbox", { name: "Looked after by" }).check();
  await page.keyboard.press("Escape");
  await page.getByRole("columnheader", { name: "Looked after by" }).waitFor();
  await page.getByRole("gridcell", { name: "Anna" }).waitFor();
});

test("the audit log shows what was there before and after", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}/audit?action=modify`);
  await page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("heading", { name: "What changed" }).waitFor();
  await dialog.getByRole("cell", { name: /Anna/ }).waitFor();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
