import { PendingList } from "../pendingActions/PendingList";
import { useAgentId } from "./agent";

export default function PendingTab() {
  return <PendingList agentId={useAgentId()} />;
}
