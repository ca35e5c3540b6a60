/** What remote sessions may do on an agent: the rules for what it is, a server or a workstation. */
import { PolicyDialog } from "./PolicyDialog";

interface AgentPolicyDialogProps {
  agent: { agent_id: string; hostname: string; monitoring_type: string };
  onClose: () => void;
}

export function AgentPolicyDialog({ agent, onClose }: AgentPolicyDialogProps) {
  const owner = { level: "agent" as const, id: agent.agent_id };
  const machine = agent.monitoring_type === "workstation" ? "workstation" : "server";
  return <PolicyDialog owner={owner} name={agent.hostname} machine={machine} onClose={onClose} />;
}
