/** The status of an agent: online, offline, or overdue. */
import type { Schema } from "../api/client";
import { Dot, Status } from "../ui/Status";
import type { Tone } from "../ui/theme";
import { agents } from "./messages";

type AgentState = Schema<"Status">;

const TONES: Record<AgentState, Tone> = { online: "good", offline: "quiet", overdue: "bad" };

export function AgentStatus({ status }: { status: AgentState }) {
  return <Status tone={TONES[status]} label={agents.status[status]} />;
}

export function StatusDot({ status }: { status: AgentState }) {
  return <Dot tone={TONES[status]} />;
}
