/** Resets one check of an agent. */
import { useAction } from "../ui/useAction";
import { checks as words } from "./messages";
import { nameOf } from "./order";
import { resetCheck } from "./queries";
import type { Check } from "./types";

export function useReset(agentId: string, check: Check) {
  return useAction({
    act: () => resetCheck(agentId, check.id),
    done: words.resetDone(nameOf(check)),
    refresh: [["checks"], ["alerts"]],
  });
}
