/** When a window is open, in words. */
import { locale } from "../texts/texts";
import { windows as words } from "./messages";
import { ruleSentence } from "./ruleSentence";
import type { MaintenanceWindow } from "./values";

/** "Every Saturday at 22:00", or the day of a window that opens once. */
export function whenText(window: Pick<MaintenanceWindow, "start" | "rrule">): string {
  const start = window.start.slice(0, 16);
  if (window.rrule) return ruleSentence(window.rrule, start);
  // A wall time, whatever the zone of the browser.
  const time = Date.parse(`${start}Z`);
  return words.onceAt(Number.isNaN(time) ? start : wallTime.format(time));
}

const wallTime = new Intl.DateTimeFormat(locale, {
  dateStyle: "medium",
  timeStyle: "short",
  timeZone: "UTC",
});
