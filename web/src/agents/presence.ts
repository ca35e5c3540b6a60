/** Whether an agent has a connection at this moment, in words that agree with its status. */
import { formatAgo } from "../texts/format";
import { agents } from "./messages";
import type { Agent, SomeAgent } from "./queries";

export type Presence = Pick<Agent, "status" | "connected" | "last_seen">;

/**
 * An agent stays online for some minutes after its connection ended, so it can
 * be online and not connected. The reverse is never shown: a row that learned
 * of the status before it learned of the lost connection trusts the status.
 */
export function isConnectedNow({ status, connected }: Presence): boolean {
  return connected && status === "online";
}

/** "Connected now", "Not connected, last seen 3 minutes ago", "Never connected". */
export function presenceText(agent: Presence, now = Date.now()): string {
  if (isConnectedNow(agent)) return agents.connected;
  if (!agent.last_seen) return agents.neverConnected;
  return agents.notConnected(formatAgo(agent.last_seen, now));
}

/** Why something that needs the agent now cannot be done. */
export function offlineReason(agent: SomeAgent, reason: string): string | undefined {
  return agent.status === "online" ? undefined : reason;
}
