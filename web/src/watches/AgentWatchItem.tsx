/** In the menu of an agent: be told once when it is online, or when it goes offline. */
import { IconEye, IconEyeOff } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { ActionItem } from "../ui/actions";
import { nextEvent, watchOfAgent } from "./find";
import { watches as words } from "./messages";
import { watchesQuery } from "./queries";
import { useWatching } from "./useWatching";

interface AgentWatchItemProps {
  agent: { agent_id: string; status: string };
}

export function AgentWatchItem({ agent }: AgentWatchItemProps) {
  const { data } = useQuery(watchesQuery);
  const { add, remove } = useWatching();
  const event = nextEvent(agent.status);
  const watch = watchOfAgent(data, agent.agent_id, event);
  if (watch) {
    return (
      <ActionItem leftSection={<IconEyeOff size={16} />} onClick={() => remove.mutate(watch.id)}>
        {words.stop[event]}
      </ActionItem>
    );
  }
  return (
    <ActionItem
      right="can_list_agents"
      leftSection={<IconEye size={16} />}
      onClick={() => add.mutate({ agent: agent.agent_id, event })}
    >
      {words.tell[event]}
    </ActionItem>
  );
}
