/** The install page offers what the server can hand out, and what it makes works. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { expect, test } from "vitest";
import { lookAt } from "./looking.ts";
import { openStage } from "./stage.ts";

const stage = openStage((_command, data) => {
  for (const path of [
    "windows-amd64/muster-agent.exe",
    "windows-amd64/muster-agent.msi",
    "linux-amd64/muster-agent",
    "linux-amd64-static/muster-agent",
  ]) {
    const file = join(data, "agents", path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, `content of ${basename(file)}`);
  }
});

/** Opens the select with this name and returns what it offers. */
async function choicesOf(name: string): Promise<string[]> {
  await stage.person.page.getByRole("combobox", { name }).click();
  return stage.person.page.getByRole("option").allTextContents();
}

test("platforms and methods are those of the server's files, and others say why not", async () => {
  const { page } = stage.person;
  const site = await stage.addSite("Acme", "Head office");
  await page.goto(`install?site=${site}`);
  await page.getByText("This server has no agent for macOS.").waitFor();
  expect(await choicesOf("Platform")).toEqual(["Windows", "Linux"]);
  await page.getByRole("option", { name: "Windows" }).click();
  await page.getByText(/^muster-agent\.msi, 27\sB$/).waitFor();
  expect(await choicesOf("Method")).toEqual([
    "One line to run",
    "Script file",
    "File to click (.zip)",
    "Package (.msi)",
  ]);
  await page.keyboard.press("Escape");
  await lookAt(stage.person, "install-windows");
});

test("one line for Windows runs the script behind a link", async () => {
  const { page } = stage.person;
  await page.getByRole("button", { name: "Create command" }).click();
  await page.getByText("Waiting for the computer …").waitFor();
  const line = (await page.locator("pre").textContent()) ?? "";
  expect(line).toMatch(/^powershell .*SecurityProtocol='Tls12';irm '[^']+'\|iex"$/);
  const script = await (await fetch(/irm '([^']+)'/.exec(line)?.[1] ?? "")).text();
  expect(script).toContain("$kind = 'msi'");
});

test("a package is downloaded from the page, with a line for it", async () => {
  const { page } = stage.person;
  await choicesOf("Method");
  await page.getByRole("option", { name: "Package (.msi)" }).click();
  expect(await page.getByRole("checkbox", { name: "Answer pings" }).count()).toBe(0);
  await page.getByRole("button", { name: "Create command" }).click();
  const link = page.getByRole("link", { name: /^muster-agent\.msi/ });
  await link.waitFor();
  const fetched = await fetch((await link.getAttribute("href")) ?? "");
  expect(await fetched.text()).toBe("content of muster-agent.msi");
  expect(await page.locator("pre").textContent()).toMatch(
    /^msiexec \/i muster-agent\.msi \/qn SERVER=http:\/\/\S+ TOKEN=\S{54} INSECURE=1$/,
  );
  await lookAt(stage.person, "install-package");
});

test("the file to click has the package and what was chosen in it", async () => {
  const { page } = stage.person;
  await choicesOf("Method");
  await page.getByRole("option", { name: "File to click (.zip)" }).click();
  await page.getByRole("checkbox", { name: "Answer pings" }).check();
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "Download" }).click(),
  ]);
  expect(download.suggestedFilename()).toBe("muster-install.zip");
  // Nothing in it is compressed.
  const file = join(stage.muster.folder, "installer.zip");
  await download.saveAs(file);
  const archive = readFileSync(file, "latin1");
  expect(archive).toContain("content of muster-agent.msi");
  expect(archive).toContain('"ping": "1"');
  await page.getByText(/open Install\.cmd/).waitFor();
  await lookAt(stage.person, "install-archive");
});

test("the static program is offered for Linux alone, and its line asks for it", async () => {
  const { page } = stage.person;
  const box = page.getByRole("checkbox", { name: "Static program" });
  expect(await box.count()).toBe(0);
  await choicesOf("Platform");
  await page.getByRole("option", { name: "Linux" }).click();
  expect(await choicesOf("Method")).toEqual(["One line to run", "Script file"]);
  await page.keyboard.press("Escape");
  await box.check();
  await page.getByText(/^muster-agent, 23\sB, static$/).waitFor();
  await page.getByRole("button", { name: "Create command" }).click();
  const line = (await page.locator("pre").textContent()) ?? "";
  expect(line).toMatch(/^\(curl -fsSL \S+\?static=1'? .*\| sudo sh$/);
  await lookAt(stage.person, "install-static");
  expect(stage.person.complaints).toEqual([]);
});
