/** What an agent of a former release cannot do, and the updates of a computer with Windows. */
import { expect, test } from "vitest";
import { filledWith } from "./database.ts";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage(filledWith("browser/formerAgent.sql"));

const AGENT = "agents/QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzW";
const lack = (what: string) => `This agent is version 0.0.9, which cannot ${what}: update it.`;

test("tabs that the agent lacks are disabled and say why, also to the keyboard", async () => {
  const { page } = stage.person;
  await page.goto(AGENT);
  const tabs = page.getByRole("navigation", { name: "About this agent" });
  const log = tabs.getByRole("link", { name: "Event log" });
  // By keyboard, as the rest of this story.
  await page.getByText("things that a newer agent can").press("Enter");
  await page.getByText(lack("read the event log")).waitFor();
  expect(await log.getAttribute("aria-disabled")).toBe("true");
  await log.hover();
  await page.getByRole("tooltip", { name: lack("read the event log") }).waitFor();
  const registry = tabs.getByRole("link", { name: "Registry" });
  await registry.focus();
  await page.getByRole("tooltip", { name: lack("read the registry") }).waitFor();
  await registry.press("Enter");
  expect(page.url()).toContain(AGENT);
  for (const name of ["Services", "Processes", "Run", "Checks", "Tasks", "Updates"]) {
    const tab = tabs.getByRole("link", { name, exact: true });
    expect(await tab.getAttribute("aria-disabled"), name).toBeNull();
  }
  await lookAt(stage.person, "former-agent");
});

test("what the agent lacks is disabled in its menu, with the reason", async () => {
  const { page } = stage.person;
  await page.goto(AGENT);
  await page.getByRole("button", { name: "More actions" }).click();
  const reboot = page.getByRole("menuitem", { name: "Reboot…" });
  await reboot.hover();
  await page.getByRole("tooltip", { name: lack("restart or shut down its computer") }).waitFor();
  expect(await reboot.getAttribute("aria-disabled")).toBe("true");
  const update = page.getByRole("menuitem", { name: "Update the agent" });
  expect(await update.getAttribute("aria-disabled")).toBe("false");
  await page.keyboard.press("Escape");
});

test("updates of Windows show article, size, state and reason, and everything when opened", async () => {
  const { page } = stage.person;
  await page.goto(`${AGENT}/updates`);
  const table = page.getByRole("table", { name: "Updates" });
  const row = (title: string) => table.getByRole("row").filter({ hasText: title }).first();
  await row("Cumulative Update").waitFor();
  const link = row("Cumulative Update").getByRole("link", { name: "KB5068861" });
  expect(await link.getAttribute("href")).toBe("https://support.microsoft.com/help/5068861");
  const texts = async (title: string) => (await row(title).textContent()) ?? "";
  expect(await texts("Cumulative Update")).toContain("700\u00a0MiB");
  expect(await texts("Cumulative Update")).toContain("AvailableNeeds a reboot");
  expect(await texts(".NET Framework")).toContain("the disk is full (0x80070070)");
  expect(await texts(".NET Framework")).toContain("Failed");
  expect(await texts("Windows Update Service")).toContain("Reboot pending");
  expect(await texts("Malicious Software")).toContain("Hidden on the computer");
  const install = page.getByRole("button", { name: "Install approved" });
  expect(await install.getAttribute("aria-disabled")).toBe("true");

  const title = "2026-11 Cumulative Update for Windows 11 (KB5068861)";
  await page.getByRole("button", { name: `Details of ${title}` }).click();
  await page.getByText("Install this update to resolve issues in Windows.").waitFor();
  await page.getByText("Security Updates, Windows 11").waitFor();
  await page.getByText("guid-1").waitFor();
  await lookAt(stage.person, "windows-updates");
});

test("the updates of the fleet lead to the articles, too", async () => {
  const { page } = stage.person;
  await page.goto("updates");
  const table = page.getByRole("table", { name: "Updates" });
  const link = table.getByRole("link", { name: "KB5066128" });
  await link.waitFor();
  expect(await link.getAttribute("href")).toBe("https://support.microsoft.com/help/5066128");
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
