import { RunList } from "../runs/RunList";
import { useAgentId } from "./agent";

export default function HistoryTab() {
  return <RunList agent={useAgentId()} />;
}
