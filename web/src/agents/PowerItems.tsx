/** Restarts the computer of an agent, now or later, and turns it off. */
import { IconClock, IconPower, IconRotateClockwise } from "@tabler/icons-react";
import { ActionItem } from "../ui/actions";
import { agent as words } from "./messages";
import { offlineReason } from "./presence";
import type { SomeAgent } from "./queries";
import { useLack } from "./useLack";

interface PowerItemsProps {
  agent: SomeAgent;
  /** Opens a dialog of the agent's page. */
  onDialog: (name: string) => void;
}

export function PowerItems({ agent, onDialog }: PowerItemsProps) {
  const lack = useLack(agent.agent_id);
  const blocked = lack("power") ?? offlineReason(agent, words.offline);
  return (
    <>
      <ActionItem
        right="can_reboot_agents"
        blocked={blocked}
        leftSection={<IconRotateClockwise size={16} />}
        onClick={() => onDialog("reboot")}
      >
        {words.reboot}…
      </ActionItem>
      <ActionItem
        right="can_reboot_agents"
        blocked={lack("schedule_reboot")}
        leftSection={<IconClock size={16} />}
        onClick={() => onDialog("reboot-later")}
      >
        {words.rebootLater}…
      </ActionItem>
      <ActionItem
        right="can_reboot_agents"
        blocked={blocked}
        leftSection={<IconPower size={16} />}
        onClick={() => onDialog("shut-down")}
      >
        {words.shutDown}…
      </ActionItem>
    </>
  );
}
