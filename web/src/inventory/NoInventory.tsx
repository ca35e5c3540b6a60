/** An agent that has sent no inventory: why, and how to get one. */
import { IconListDetails, IconRefresh } from "@tabler/icons-react";
import { lackOf } from "../agents/capabilities";
import { agent as agentWords } from "../agents/messages";
import { offlineReason } from "../agents/presence";
import type { Agent } from "../agents/queries";
import { useQuickActions } from "../agents/useQuickActions";
import { ActionButton } from "../ui/actions";
import { Empty } from "../ui/states";
import { inventory as words } from "./messages";

export function NoInventory({ agent }: { agent: Agent }) {
  const { refresh } = useQuickActions(agent);
  const lack = lackOf(agent, "inventory");
  return (
    <Empty
      title={words.none}
      hint={lack ?? words.noneHint}
      icon={<IconListDetails size={26} stroke={1.5} />}
    >
      <ActionButton
        right="can_edit_agent"
        blocked={lack ?? offlineReason(agent, agentWords.offline)}
        leftSection={<IconRefresh size={16} />}
        loading={refresh.isPending}
        onClick={() => refresh.mutate()}
      >
        {agentWords.refresh}
      </ActionButton>
    </Empty>
  );
}
