/** Whether a window ever opens. Switching off one that is open ends it at once. */
import { ActionSwitch } from "../ui/ActionSwitch";
import { useAction } from "../ui/useAction";
import { windows as words } from "./messages";
import { AFTER_SAVING, updateWindow } from "./queries";
import type { MaintenanceWindow } from "./values";

export function EnabledSwitch({ window }: { window: MaintenanceWindow }) {
  const change = useAction({
    act: (enabled: boolean) => updateWindow(window.id, { enabled }),
    done: (saved) => words.saved(saved.name),
    refresh: AFTER_SAVING,
  });
  return (
    <ActionSwitch
      name={words.enabledOf(window.name)}
      right="can_edit_agent"
      checked={change.isPending ? change.variables : window.enabled}
      onSwitch={(enabled) => change.mutate(enabled)}
    />
  );
}
