/** Terminals of remote sessions, as somebody sees them and types into them. */
import type { Page } from "playwright-core";
import { eventually } from "./eventually.ts";

/** Those that are shown, the oldest first. */
export const terminals = (page: Page) => page.getByRole("region", { name: /^Terminal on / });

/** Opens one, on the page of an agent. */
export const openTerminal = (page: Page) => connect(page, "Terminal");

/** Opens a session of a kind, on the page of an agent. */
export async function connect(page: Page, kind: "Terminal" | "Files" | "Screen"): Promise<void> {
  await page.getByRole("button", { name: "Connect", exact: true }).click();
  await page.getByRole("menuitem", { name: kind, exact: true }).click();
}

/** Goes to the list of the sessions that are open. */
export async function goToSessions(page: Page): Promise<void> {
  const menu = page.getByRole("navigation", { name: "Main navigation" });
  await menu.getByRole("link", { name: "Remote sessions" }).click();
  await page.getByRole("heading", { name: "Remote sessions" }).waitFor();
}

/** The lines that one shows. */
export async function screenOf(page: Page, at = 0): Promise<string> {
  const rows = await terminals(page).nth(at).locator(".xterm-rows > div").allTextContents();
  return rows.map((row) => row.replaceAll("\u00a0", " ").trimEnd()).join("\n");
}

/** Waits until one shows a text. */
export async function shows(page: Page, text: string, at = 0): Promise<void> {
  await eventually(`a terminal shows ${text}`, async () =>
    (await screenOf(page, at)).includes(text),
  );
}

/** Types as soon as a shell listens. What is typed is shown as well: quotes in it keep both apart. */
export async function typeInto(page: Page, text: string, at = 0): Promise<void> {
  const terminal = terminals(page).nth(at);
  await terminal.getByText("Connected", { exact: true }).waitFor();
  await terminal.getByRole("textbox", { name: "Terminal input" }).focus();
  await page.keyboard.type(text);
}
