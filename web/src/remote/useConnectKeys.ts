/** `c` and a letter open a session on the agent that is in use. */
import { useKeySequence } from "../ui/useKeySequence";
import { OFFERED } from "./kind";
import { KINDS } from "./kinds";
import { type AgentToOpen, useOpen } from "./useOpen";

/** `agentInUse`: nothing while there is none, or while keys are for something else. */
export function useConnectKeys(agentInUse: () => AgentToOpen | undefined) {
  const open = useOpen();
  useKeySequence("c", (letter) => {
    const kind = OFFERED.find((one) => KINDS[one].letter === letter);
    const agent = kind && agentInUse();
    if (agent) open(agent, kind);
  });
}
