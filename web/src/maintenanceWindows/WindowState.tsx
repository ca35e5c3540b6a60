/** Whether a window is open. */
import { Status } from "../ui/Status";
import { windows as words } from "./messages";
import type { MaintenanceWindow } from "./values";

export function WindowState({ window }: { window: MaintenanceWindow }) {
  if (!window.enabled) return <Status tone="quiet" label={words.isOff} />;
  if (window.is_open) return <Status tone="maintenance" label={words.isOpen} />;
  return <Status tone="quiet" label={window.next_change ? words.notOpen : words.isPast} />;
}
