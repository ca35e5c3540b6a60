/** A technician works with the files of two computers. */
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { eventually } from "./eventually.ts";
import { entryOf, filesOn, fromMenuOf, goToFolder, transferOf, upload } from "./files.ts";
import { lookAt } from "./looking.ts";
import type { Agent } from "./muster.ts";
import { openStage } from "./stage.ts";
import { connect } from "./terminals.ts";

const stage = openStage();
const agents: Record<string, Agent> = {};
/** Where the files of each computer are. */
const folders: Record<string, string> = {};
const HOSTS = ["reception-pc", "back-office"] as const;

beforeAll(async () => {
  const site = await stage.addSite("Acme", "Head office");
  for (const hostname of HOSTS) {
    agents[hostname] = await stage.addAgent(hostname, site);
    folders[hostname] = join(stage.muster.folder, `files of ${hostname}`);
    mkdirSync(join(folders[hostname], "reports", "2026"), { recursive: true });
  }
  writeFileSync(pathOf("notes.txt"), "buy paper\n", { mode: 0o640 });
  writeFileSync(pathOf("reports/2026/january.csv"), "day;value\n1;2\n");
  // Nobody could answer the browser's own question where a download is to go.
  await stage.person.context.addInitScript(() =>
    Object.defineProperty(window, "showSaveFilePicker", { value: undefined }),
  );
});

const folderOf = (hostname: (typeof HOSTS)[number]) => folders[hostname] ?? "";
const pathOf = (name: string) => join(folderOf("reception-pc"), name);
const reception = () => filesOn(stage.person.page, "reception-pc");

test("folders are opened by a double click, and left by the way above them", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agents["reception-pc"]?.id}`);
  await connect(page, "Files");
  await goToFolder(reception(), folderOf("reception-pc"));
  await entryOf(reception(), "reports").dblclick();
  await entryOf(reception(), "2026").dblclick();
  await entryOf(reception(), "january.csv").waitFor();
  const way = reception().getByRole("list", { name: "The way to this folder" });
  await way.getByRole("button", { name: "files of reception-pc" }).click();
  await entryOf(reception(), "notes.txt").waitFor();
});

test("a small text is edited in the page, and saved on the computer", async () => {
  const { page } = stage.person;
  await entryOf(reception(), "notes.txt").dblclick();
  const dialog = page.getByRole("dialog", { name: "notes.txt on reception-pc" });
  const text = dialog.getByRole("textbox", { name: "notes.txt" });
  await dialog.getByText("buy paper").waitFor();
  await text.fill("buy paper and ink\n");
  await lookAt(stage.person, "remote-files-edit");
  await dialog.getByRole("button", { name: "Save" }).click();
  await page.getByText("The file was saved.").waitFor();
  expect(readFileSync(pathOf("notes.txt"), "utf8")).toBe("buy paper and ink\n");
  await dialog.getByRole("button", { name: "Close", exact: true }).last().click();
  await dialog.waitFor({ state: "hidden" });
});

test("a file is uploaded, and comes back as it was when it is downloaded", async () => {
  const { page } = stage.person;
  const buffer = Buffer.alloc(3_000_000, "every byte counts ");
  await upload(reception(), { name: "photo.raw", mimeType: "image/x-raw", buffer });
  await transferOf(reception(), "photo.raw").getByText("Done", { exact: true }).waitFor();
  expect(readFileSync(pathOf("photo.raw")).equals(buffer)).toBe(true);

  await entryOf(reception(), "photo.raw").click();
  await lookAt(stage.person, "remote-files");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    reception().getByRole("button", { name: "Download", exact: true }).click(),
  ]);
  const here = join(stage.muster.folder, "downloaded");
  await download.saveAs(here);
  expect(download.suggestedFilename()).toBe("photo.raw");
  expect(readFileSync(here).equals(buffer)).toBe(true);
});

test("a file gets another name by keyboard", async () => {
  const { page } = stage.person;
  await entryOf(reception(), "photo.raw").click();
  await reception().getByRole("grid").press("F2");
  const dialog = page.getByRole("dialog", { name: "Rename photo.raw" });
  await dialog.getByLabel("Name").fill("entrance.raw");
  await dialog.getByRole("button", { name: "Rename" }).click();
  await entryOf(reception(), "entrance.raw").waitFor();
  expect([existsSync(pathOf("photo.raw")), existsSync(pathOf("entrance.raw"))]).toEqual([
    false,
    true,
  ]);
});

test("permissions are shown as letters, and changed as ticks", async () => {
  const { page } = stage.person;
  const notes = entryOf(reception(), "notes.txt");
  await notes.getByRole("gridcell", { name: "-rw-r-----" }).waitFor();
  await fromMenuOf(notes, "Permissions and owner");
  const dialog = page.getByRole("dialog", { name: "Permissions of notes.txt" });
  await dialog.getByRole("checkbox", { name: "Everybody: Read" }).check();
  await dialog.getByRole("checkbox", { name: "Group: Read" }).uncheck();
  expect(await dialog.getByLabel("Mode").inputValue()).toBe("604");
  await lookAt(stage.person, "remote-files-permissions");
  await dialog.getByRole("button", { name: "Save" }).click();
  await notes.getByRole("gridcell", { name: "-rw----r--" }).waitFor();
  expect(statSync(pathOf("notes.txt")).mode & 0o7777).toBe(0o604);
});

test("nothing is deleted before a question is answered", async () => {
  const { page } = stage.person;
  const dialog = page.getByRole("dialog", { name: "Delete entrance.raw?" });
  await entryOf(reception(), "entrance.raw").click();
  await reception().getByRole("grid").press("Delete");
  await dialog.getByText("This deletes for good on reception-pc").waitFor();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await dialog.waitFor({ state: "hidden" });
  expect(existsSync(pathOf("entrance.raw"))).toBe(true);

  await reception().getByRole("grid").press("Delete");
  await dialog.getByRole("button", { name: "Delete" }).click();
  await entryOf(reception(), "entrance.raw").waitFor({ state: "detached" });
  expect(existsSync(pathOf("entrance.raw"))).toBe(false);
});

test("two computers are shown side by side, and a folder is copied from one to the other", async () => {
  const { page } = stage.person;
  await page.goto(`agents/${agents["back-office"]?.id}`);
  await connect(page, "Files");
  await page.getByRole("button", { name: "Show two side by side" }).click();
  const other = filesOn(page, "back-office");
  await goToFolder(other, folderOf("back-office"));
  await entryOf(other, "reports").dblclick();
  await goToFolder(reception(), folderOf("reception-pc"));
  await entryOf(reception(), "reports").dblclick();
  await entryOf(reception(), "2026").click();
  await entryOf(other, "2026").waitFor();
  await goToFolder(other, folderOf("back-office"));
  await lookAt(stage.person, "remote-files-two");

  await reception().getByRole("button", { name: "Copy to the other side" }).click();
  const copy = join(folderOf("back-office"), "2026", "january.csv");
  await eventually("the copy is complete", () => readFileSync(copy, "utf8") === "day;value\n1;2\n");
  await entryOf(other, "2026").waitFor();
});

test("no errors were reported on the way", () => {
  expect(stage.person.complaints).toEqual([]);
});
