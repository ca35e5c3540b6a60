/** How a rollout is, in one word and a tone. */
import type { Tone } from "../ui/theme";
import { rollouts as words } from "./messages";
import type { Rollout } from "./queries";

type Counted = Pick<Rollout, "state" | "ring" | "agents" | "updated">;

export function stateOf(rollout: Counted): { tone: Tone; label: string } {
  if (rollout.state === "stopped") return { tone: "bad", label: words.stopped };
  if (rollout.updated >= rollout.agents) return { tone: "good", label: words.done };
  return { tone: "info", label: words.ring(rollout.ring) };
}

/** How many lost agents the list leaves out. */
export function notShown(rollout: Pick<Rollout, "failed" | "missing" | "lost">): number {
  return Math.max(0, rollout.failed + rollout.missing - rollout.lost.length);
}
