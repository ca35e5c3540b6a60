/** What computers say about themselves: a real one with Linux, and recorded ones with Windows. */
import { beforeAll, expect, test } from "vitest";
import { filledWith } from "./database.ts";
import { eventually } from "./eventually.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";

const stage = openStage(filledWith("browser/inventory.sql"));
const WINDOWS = "agents/QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzI/inventory";
const WITHOUT = "agents/QvTnRkWbXsLpHdMzCyJfGaKeNuBiVoPtDrSxmwzN/inventory";

interface Described {
  wmi_detail: { cpus?: string[]; kernel?: string };
}

let agent: Agent;
let detail: Described["wmi_detail"];

beforeAll(async () => {
  agent = await stage.addAgent("reception-pc", 1);
  await eventually("the agent has sent its inventory", async () => {
    const described = await stage.api<Described>("GET", `/agents/${agent.id}/`);
    detail = described.wmi_detail;
    return detail.kernel !== undefined;
  });
});

const tabs = () => stage.person.page.getByRole("navigation", { name: "About this agent" });

/** A group by its title. */
const group = (title: string) => {
  const { page } = stage.person;
  const heading = page.getByRole("heading", { level: 2, name: title, exact: true });
  return page.locator(".mantine-Paper-root").filter({ has: heading });
};

const titles = () => stage.person.page.getByRole("heading", { level: 2 }).allTextContents();
const copied = () => stage.person.page.evaluate(() => navigator.clipboard.readText());

test("the tab of a real agent shows its processors and its kernel", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agent.id}`);
  await tabs().getByRole("link", { name: "Inventory" }).click();
  await eventually("the address is that of the tab", () => page.url().endsWith("/inventory"));
  const [processor = ""] = detail.cpus ?? [];
  expect(processor).not.toBe("");
  await group("Processors").getByText(processor, { exact: true }).waitFor();
  await group("Computer")
    .getByText(detail.kernel ?? "", { exact: true })
    .waitFor();
  await lookAt(stage.person, "inventory-linux");
});

test("a group is copied as text, and everything as JSON", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Copy Processors" }).click();
  await eventually(
    "the processors are copied",
    async () => (await copied()) === `${(detail.cpus ?? []).join("\n")}\n`,
  );
  await page.getByRole("button", { name: "Copy all as JSON" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(JSON.parse(await copied())).toEqual(detail);
});

test("a search narrows the groups, is in the address, and can find nothing", async () => {
  const { page } = stage.person;
  const search = page.getByRole("searchbox", { name: "Search" });
  await search.fill(detail.kernel ?? "");
  await page.getByRole("status").getByText("1 group", { exact: true }).waitFor();
  expect(await titles()).toEqual(["Computer"]);
  expect(new URL(page.url()).searchParams.get("search")).toBe(detail.kernel);
  await search.fill("nothing of the kind");
  await page.getByText("Nothing matches").waitFor();
  await search.fill("");
  await group("Processors").waitFor();
});

test("on Windows reboots and security come first, with a word for each state", async () => {
  const { page } = stage.person;
  await page.goto(WINDOWS);
  await group("Pending reboot").getByText("files in use").waitFor();
  const shown = await titles();
  expect(shown.slice(0, 4)).toEqual(["Pending reboot", "Antivirus", "Firewall", "TPM"]);
  expect(shown.at(-1)).toBe("Docking stations");
  expect(shown).not.toContain("Mainboard");
  expect(await group("Firewall").textContent()).toContain("Public networksoff");
  expect(await group("TPM").textContent()).toContain("UnknownWMI denies access to Win32_Tpm.");
  const drive = group("Disk encryption").getByRole("row").filter({ hasText: "E:" });
  expect(await drive.textContent()).toContain("unknown");
  await lookAt(stage.person, "inventory-windows");
});

test("a row opens with everything known about it, by keyboard too", async () => {
  const { page } = stage.person;
  const opener = page.getByRole("button", { name: "Details of anna" });
  await opener.focus();
  await page.keyboard.press("Enter");
  await group("Local users").getByText("S-1-5-21-1-2-3-1001").waitFor();
  expect(await opener.getAttribute("aria-expanded")).toBe("true");
});

test("a long table begins short, in the order that the address names", async () => {
  const { page } = stage.person;
  const printers = page.getByRole("table", { name: "Printers" });
  const rows = printers.getByRole("row");
  expect(await rows.count()).toBe(21);
  await printers.getByRole("button", { name: "Sort by Name" }).click();
  await printers.getByRole("button", { name: "Sort by Name" }).click();
  await eventually("the last is first", async () =>
    ((await rows.nth(1).textContent()) ?? "").includes("Queue 30"),
  );
  expect(new URL(page.url()).searchParams.get("sort-printers")).toBe("-Name");
  await page.getByRole("button", { name: "Show all 30 rows" }).click();
  await eventually("all are shown", async () => (await rows.count()) === 31);
});

test("an agent without inventory says why, and what to do", async () => {
  const { page } = stage.person;
  await page.goto(WITHOUT);
  await page.getByText("No inventory yet").waitFor();
  const refresh = page.getByRole("button", { name: "Refresh inventory" });
  await refresh.hover();
  await page.getByRole("tooltip", { name: "The agent is offline." }).waitFor();
  await lookAt(stage.person, "inventory-none");
  expect(stage.person.complaints).toEqual([]);
});
