import { useAgentId } from "../agents/useAgentId";
import { AlertList } from "./AlertList";

export default function AlertsTab() {
  return <AlertList agentId={useAgentId()} />;
}
