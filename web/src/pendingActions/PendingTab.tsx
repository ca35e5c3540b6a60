import { useAgentId } from "../agents/useAgentId";
import { PendingList } from "./PendingList";

export default function PendingTab() {
  return <PendingList agentId={useAgentId()} />;
}
