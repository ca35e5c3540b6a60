/** Files of computers, as somebody sees them and works with them. */
import type { Locator, Page } from "playwright-core";

/** Those of one computer. */
export const filesOn = (page: Page, hostname: string): Locator =>
  page.getByRole("region", { name: `Files on ${hostname}`, exact: true });

/** One of them. */
export const entryOf = (panel: Locator, name: string): Locator =>
  panel.getByRole("row").filter({ has: panel.page().getByTitle(name, { exact: true }) });

/** What is being transferred, or was, under this name. */
export const transferOf = (panel: Locator, name: string): Locator =>
  panel.getByRole("region", { name: "Transfers" }).getByRole("listitem").filter({ hasText: name });

/** Types where to go, and waits until it is shown. */
export async function goToFolder(panel: Locator, folder: string): Promise<void> {
  await panel.getByText("Connected", { exact: true }).waitFor();
  await panel.getByRole("button", { name: "Type a path" }).click();
  const address = panel.getByRole("textbox", { name: "Folder" });
  await address.fill(folder);
  await address.press("Enter");
  await panel.getByRole("grid", { name: `Files in ${folder}`, exact: true }).waitFor();
}

/** A file of this computer, or one that is made for it. */
type Chosen = string | { name: string; mimeType: string; buffer: Buffer };

/** Chooses a file to upload into the folder that is shown. */
export async function upload(panel: Locator, file: Chosen): Promise<void> {
  const [chooser] = await Promise.all([
    panel.page().waitForEvent("filechooser"),
    panel.getByRole("button", { name: "Upload", exact: true }).click(),
  ]);
  await chooser.setFiles(file);
}

/** Chooses something from the menu of a file. */
export async function fromMenuOf(entry: Locator, action: string): Promise<void> {
  await entry.click({ button: "right" });
  await entry.page().getByRole("menuitem", { name: action }).click();
}
