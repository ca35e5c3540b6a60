/** Which watch belongs to what a page shows. */
import { watches as words } from "./messages";
import type { Watch } from "./queries";

export type AgentEvent = "online" | "offline";

/** What can happen next to an agent with this status. */
export function nextEvent(status: string): AgentEvent {
  return status === "online" ? "offline" : "online";
}

/** The watch on an agent for this event. */
export function watchOfAgent(
  all: Watch[] | undefined,
  agentId: string,
  event: AgentEvent,
): Watch | undefined {
  const isIt = (one: Watch) => one.agent_id === agentId && one.event === event && isOfAgent(one);
  return all?.find(isIt);
}

/** All watches on an agent, not those on its runs. */
export function watchesOfAgent(all: Watch[] | undefined, agentId: string): Watch[] {
  return all?.filter((one) => one.agent_id === agentId && isOfAgent(one)) ?? [];
}

/** The watch on a run. */
export function watchOfRun(all: Watch[] | undefined, run: number): Watch | undefined {
  return all?.find((one) => one.run === run);
}

const isOfAgent = (watch: Watch) => watch.run === null || watch.run === undefined;

/** What it waits for, to be continued: "Tell me when …". */
export function lineOf(watch: Watch): string {
  if (isOfAgent(watch)) return words.line[watch.event as AgentEvent](watch.hostname);
  return words.ends(words.run(watch.run ?? 0, watch.script_name ?? ""), watch.hostname);
}
