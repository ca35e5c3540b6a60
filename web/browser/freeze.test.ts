/** The switch that stops everything: one click, seen on every page. */
import { expect, test } from "vitest";
import { openStage } from "./stage.ts";

const stage = openStage();

test("everything is frozen with one click, and every page says so until it is thawed", async () => {
  const { page } = stage.person;
  await page.goto("settings/health");
  await page.getByRole("button", { name: "Freeze" }).click();
  const freezing = page.getByRole("dialog", { name: "Freeze computers" });
  await freezing.getByRole("button", { name: "Freeze" }).click();
  await freezing.waitFor({ state: "hidden" });

  await page.goto("agents");
  const banner = page.getByText(/^Everything was frozen by /);
  await banner.waitFor();
  await page.getByRole("button", { name: "Thaw" }).click();
  const thawing = page.getByRole("dialog", { name: "Thaw computers" });
  await thawing.getByRole("button", { name: "Thaw" }).click();
  await banner.waitFor({ state: "detached" });
  expect(stage.person.complaints).toEqual([]);
});
