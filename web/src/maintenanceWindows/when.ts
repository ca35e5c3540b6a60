/** When a window is open, in words. */
import { windows as words } from "./messages";
import { ruleSentence } from "./ruleSentence";
import type { MaintenanceWindow } from "./values";

/** "Every Saturday at 22:00", or the day of a window that opens once. */
export function whenText(window: Pick<MaintenanceWindow, "start" | "rrule">): string {
  const start = window.start.slice(0, 16);
  return window.rrule ? ruleSentence(window.rrule, start) : words.onceAt(start.replace("T", " "));
}
