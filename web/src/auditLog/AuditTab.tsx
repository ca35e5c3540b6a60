import { useAgentId } from "../agents/useAgentId";
import { AuditList } from "./AuditList";

export default function AuditTab() {
  return <AuditList agentId={useAgentId()} />;
}
