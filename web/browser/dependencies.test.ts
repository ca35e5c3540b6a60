/** Somebody says that a computer is behind a router, and finds that on the pages of both. */
import { beforeAll, expect, test } from "vitest";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage();
const ids: Record<string, string> = {};

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  for (const name of ["router", "desk-pc"]) {
    const token = await stage.muster.command("enroll-token", "create", "--site", String(site));
    ids[name] = (await stage.muster.enrolAgent(token, name)).id;
  }
});

test("what an agent depends on is chosen from its menu", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${ids["desk-pc"]}`);
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Depends on…" }).click();
  const dialog = page.getByRole("dialog", { name: "What desk-pc depends on" });
  await dialog.getByRole("combobox", { name: "Agent", exact: true }).fill("rout");
  await page.getByRole("option", { name: /^router/ }).click();
  await lookAt(stage.person, "depends-on");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("Saved what desk-pc depends on.").waitFor();
  await page.getByRole("link", { name: "router", exact: true }).waitFor();
});

test("the router's page lists what is behind it, and a circle is refused", async () => {
  const { page } = stage.person;
  await page.getByRole("link", { name: "router", exact: true }).click();
  await page.getByRole("heading", { name: "router", level: 1 }).waitFor();
  await page.getByText("What depends on it").waitFor();
  await page.getByRole("link", { name: "desk-pc", exact: true }).waitFor();
  await lookAt(stage.person, "dependents");
  await page.getByRole("button", { name: "More actions" }).click();
  await page.getByRole("menuitem", { name: "Depends on…" }).click();
  const dialog = page.getByRole("dialog", { name: "What router depends on" });
  await dialog.getByRole("combobox", { name: "Agent", exact: true }).fill("desk");
  await page.getByRole("option", { name: /^desk-pc/ }).click();
  await dialog.getByRole("button", { name: "Save" }).click();
  await dialog.getByText("Would depend on itself: router → desk-pc → router.").waitFor();
  stage.person.forgive("400");
  expect(stage.person.complaints).toEqual([]);
});
