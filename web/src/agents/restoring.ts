/** Undoes the removal of agents. */
import { answer, api } from "../api/client";
import { Problem } from "../api/problem";
import { queryClient } from "../api/queries";
import { notify, notifyProblem, notifyUndo } from "../ui/notify";
import { removal } from "./messages";
import { restoreAll } from "./restoreAll";

export const restoreAgent = (agentId: string) =>
  answer(api.POST("/agents/{agent_id}/restore/", { params: { path: { agent_id: agentId } } }));

/** Says that agents were removed, with a way back when they can be restored for some minutes. */
export function announceRemoval(message: string, agentIds: readonly string[], minutes: number) {
  if (minutes > 0) notifyUndo(message, () => void undo(agentIds));
  else notify(message);
}

/** The dialog that removed them is closed by now, so nothing here hangs on a component. */
async function undo(agentIds: readonly string[]) {
  const refusals = await restoreAll(agentIds, restoreAgent);
  const restored = agentIds.length - refusals.length;
  if (restored > 0) notify(removal.restored(restored));
  if (refusals.length > 0) notifyProblem(Problem.from(refusals[0]));
  for (const queryKey of [["agents"], ["clients"]]) {
    await queryClient.invalidateQueries({ queryKey });
  }
}
