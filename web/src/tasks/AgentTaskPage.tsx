/** A task that an agent owns, under the agent's tabs. */
import { useQuery } from "@tanstack/react-query";
import { useNavigate, useParams } from "@tanstack/react-router";
import { type Agent, agentQuery } from "../agents/queries";
import { useLiveQueries } from "../live/live";
import { Loaded } from "../ui/states";
import { taskQuery } from "./queries";
import { TaskEditor } from "./TaskEditor";

export default function AgentTaskPage() {
  const { agentId, taskId } = useParams({ from: "/shell/agents/$agentId/tasks/$taskId" });
  const query = useQuery(agentQuery(agentId));
  return (
    <Loaded query={query}>
      {(agent) =>
        taskId === "new" ? (
          <Editor key="new" agent={agent} />
        ) : (
          <Stored key={taskId} agent={agent} id={Number(taskId)} />
        )
      }
    </Loaded>
  );
}

function Stored({ agent, id }: { agent: Agent; id: number }) {
  const query = useQuery(taskQuery(id));
  useLiveQueries(["config"], [taskQuery(id).queryKey]);
  return <Loaded query={query}>{(task) => <Editor agent={agent} task={task} />}</Loaded>;
}

type EditorProps = Pick<Parameters<typeof TaskEditor>[0], "task"> & { agent: Agent };

function Editor({ agent, task }: EditorProps) {
  const navigate = useNavigate();
  const { agent_id: agentId } = agent;
  return (
    <TaskEditor
      owner={{ agentId }}
      agent={agent}
      {...(task && { task })}
      onClose={() => void navigate({ to: "/agents/$agentId/tasks", params: { agentId } })}
    />
  );
}
