import { AuditList } from "../auditLog/AuditList";
import { useAgentId } from "./agent";

export default function AuditTab() {
  return <AuditList agentId={useAgentId()} />;
}
