import { useAgentId } from "../agents/useAgentId";
import { DebugList } from "./DebugList";

export default function DebugTab() {
  return <DebugList agentId={useAgentId()} />;
}
