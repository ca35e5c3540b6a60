import { useAgentId } from "../agents/useAgentId";
import { RunList } from "./RunList";

export default function HistoryTab() {
  return <RunList agent={useAgentId()} />;
}
