/** Silences an agent: at once, or in a window. */
import { IconCalendarTime, IconTool } from "@tabler/icons-react";
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
    </>
  );
}
