/** The tasks of one agent: its own, and those of the policies that reach it. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAgentId } from "../agents/useAgentId";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { NothingFound } from "../ui/states";
import { AgentTaskTable } from "./AgentTaskTable";
import { tasks as words } from "./messages";
import { agentTasksQuery } from "./queries";
import { TaskList } from "./TaskList";

export default function AgentTasksTab() {
  const agentId = useAgentId();
  const navigate = useNavigate();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...agentTasksQuery(agentId), refetchInterval });
  useLiveQueries([`agent:${agentId}`, "config"], [agentTasksQuery(agentId).queryKey]);
  const params = { agentId, taskId: "new" };
  return (
    <TaskList
      query={query}
      noneHint={words.noneAgent}
      onAdd={() => void navigate({ to: "/agents/$agentId/tasks/$taskId", params })}
      table={(tasks) => <AgentTaskTable agentId={agentId} tasks={tasks} empty={<NothingFound />} />}
    />
  );
}
