/** The viewer's clipboard, as far as the browser lets a page use it. */
import { notify } from "../../ui/notify";
import type { ScreenFeed } from "./feed";
import { screen as words } from "./messages";

/** Takes a text into the clipboard of a computer; false for one that is too long. */
export type ClipboardTarget = Pick<ScreenFeed, "sendClipboard">;

/** Null where the browser or the viewer does not allow it. */
export async function readText(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText();
  } catch {
    return null;
  }
}

/** False where the browser does not allow it, as for a page that is not in use. */
export async function writeText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Whether reading works without a question to the viewer. */
async function mayRead(): Promise<boolean> {
  try {
    // Not every browser knows it, nor do the types.
    const name = "clipboard-read" as PermissionName;
    return (await navigator.permissions.query({ name })).state === "granted";
  } catch {
    return false;
  }
}

/** Sends what is in the clipboard, when that needs no question and the computer has not got it. */
export async function sendSilently(feed: ScreenFeed) {
  const text = (await mayRead()) ? await readText() : null;
  if (text && !feed.hasClipboard(text)) feed.sendClipboard(text);
}

/** The viewer asked for it: says what came of it. */
export async function sendText(feed: ClipboardTarget) {
  const text = await readText();
  const isSent = text ? feed.sendClipboard(text) : false;
  notify(isSent ? words.sent : problemOf(text, words.tooLongToSend));
}

/** The same as keys. */
export async function typeText(feed: ScreenFeed) {
  const text = await readText();
  // What was typed is seen on the screen.
  if (!text || !feed.type(text)) notify(problemOf(text, words.tooLongToType));
}

export async function takeText(text: string) {
  notify((await writeText(text)) ? words.fetched : words.notWritable);
}

function problemOf(text: string | null, tooLong: string): string {
  if (text === null) return words.notReadable;
  return text === "" ? words.empty : tooLong;
}
