/** The tasks of a policy: every agent that it reaches has them. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { tasks as words } from "../tasks/messages";
import { policyTasksQuery } from "../tasks/queries";
import { TaskList } from "../tasks/TaskList";
import { NothingFound } from "../ui/states";
import { PolicyTaskTable } from "./PolicyTaskTable";
import { usePolicyId } from "./policyId";

export default function PolicyTasksTab() {
  const id = usePolicyId();
  const navigate = useNavigate();
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...policyTasksQuery(id), refetchInterval });
  useLiveQueries(["config"], [policyTasksQuery(id).queryKey]);
  const params = { policyId: String(id), taskId: "new" };
  return (
    <TaskList
      query={query}
      noneHint={words.nonePolicy}
      onAdd={() => void navigate({ to: "/policies/$policyId/tasks/$taskId", params })}
      table={(tasks) => <PolicyTaskTable tasks={tasks} empty={<NothingFound />} />}
    />
  );
}
