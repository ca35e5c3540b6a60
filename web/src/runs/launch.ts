/** Starts scripts, and finds their run while they are still running. */

import { api, page, type Schema } from "../api/client";
import { queryClient } from "../api/queries";
import { meQuery } from "../session/me";

interface Started {
  response: Response;
}

/** How often to look for a run that has begun, and for how long. */
const LOOK = 250;
const LOOKS = 40;

/**
 * Sends a call that answers when the run has ended, and returns the run's id as
 * soon as it can be known: from the list of runs, else from the answer.
 */
async function launched(agentId: string, call: () => Promise<Started>): Promise<number> {
  // Before the call: a run that is known already would not be recognised as the new one.
  const known = await newestRun(agentId);
  const answered = call().then(({ response }) => runOf(response));
  // Without the right to see the list, the answer is awaited.
  if (known === "hidden") return answered;
  let ended = false;
  const end = () => {
    ended = true;
  };
  answered.then(end, end);
  for (let look = 0; look < LOOKS && !ended; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    const newest = ended ? null : await newestRun(agentId);
    // Refusals still reach the caller through the answer itself.
    if (typeof newest === "number" && newest !== known) return newest;
  }
  return answered;
}

/** The caller's own newest script run on this agent. */
async function newestRun(agent: string): Promise<number | null | "hidden"> {
  const me = await queryClient.ensureQueryData(meQuery);
  if (!me.is_superuser && !me.rights.includes("can_list_agent_history")) return "hidden";
  // Only one's own: somebody else may start something on this agent right now.
  const query = { agent, type: "script_run" as const, page_size: 1, user: me.username };
  const newest = await page(api.GET("/runs/", { params: { query } }));
  return newest.results[0]?.id ?? null;
}

async function runOf(response: Response): Promise<number> {
  return Number(response.headers.get("X-Run-Id"));
}

export function startScript(agentId: string, body: Schema<"RunScript">): Promise<number> {
  const params = { path: { agent_id: agentId }, query: { detail: true } };
  const call = () => api.POST("/agents/{agent_id}/runscript/", { params, body });
  return launched(agentId, call);
}

/** Code that is not in the library. */
export function startTest(agentId: string, body: Schema<"TestScript">): Promise<number> {
  const params = { path: { id: agentId }, query: { detail: true } };
  const call = () => api.POST("/scripts/{id}/test/", { params, body });
  return launched(agentId, call);
}
