/** Silences an agent: at once, in a window, or while what it depends on fails. */
import { IconCalendarTime, IconSitemap, IconTool } from "@tabler/icons-react";
import { dependencies } from "../dependencies/messages";
import { notice } from "../maintenanceWindows/messages";
import { ActionItem } from "../ui/actions";
import { agents } from "./messages";
import type { SomeAgent } from "./queries";

interface MaintenanceItemsProps {
  agent: SomeAgent;
  /** Switches maintenance on or off. */
  onSwitch: () => void;
  /** Opens a dialog of the agent's page. */
  onDialog: (name: string) => void;
}

export function MaintenanceItems({ agent, onSwitch, onDialog }: MaintenanceItemsProps) {
  return (
    <>
      <ActionItem right="can_edit_agent" leftSection={<IconTool size={16} />} onClick={onSwitch}>
        {agent.maintenance_mode ? agents.maintenanceOff : agents.maintenanceOn}
      </ActionItem>
      <ActionItem
        right="can_edit_agent"
        leftSection={<IconCalendarTime size={16} />}
        onClick={() => onDialog("maintenance-window")}
      >
        {notice.menu}…
      </ActionItem>
      <ActionItem
        right="can_edit_agent"
        leftSection={<IconSitemap size={16} />}
        onClick={() => onDialog("depends-on")}
      >
        {dependencies.menu}…
      </ActionItem>
    </>
  );
}
