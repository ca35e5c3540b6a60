/** A task that a policy owns, under the policy's tabs. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { useLiveQueries } from "../live/live";
import { type Task, taskQuery } from "../tasks/queries";
import { TaskEditor } from "../tasks/TaskEditor";
import { Loaded } from "../ui/states";

export default function PolicyTaskPage() {
  const { taskId } = useParams({ from: "/shell/policies/$policyId/tasks/$taskId" });
  return taskId === "new" ? <Editor key="new" /> : <Stored key={taskId} id={Number(taskId)} />;
}

function Stored({ id }: { id: number }) {
  const query = useQuery(taskQuery(id));
  useLiveQueries(["config"], [taskQuery(id).queryKey]);
  return <Loaded query={query}>{(task) => <Editor task={task} />}</Loaded>;
}

function Editor({ task }: { task?: Task }) {
  const { policyId } = useParams({ from: "/shell/policies/$policyId/tasks/$taskId" });
  const navigate = useNavigate();
  return (
    <TaskEditor
      owner={{ policyId: Number(policyId) }}
      {...(task && { task })}
      onClose={() => void navigate({ to: "/policies/$policyId/tasks", params: { policyId } })}
    />
  );
}
