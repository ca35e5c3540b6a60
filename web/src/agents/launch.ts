/** Starts commands and scripts, and finds their run while they are still running. */
import { session } from "../accounts/session";
import { api, page, type Schema } from "../api/client";

interface Started {
  response: Response;
}

/** How often to look for a run that has begun, and for how long. */
const LOOK = 250;
const LOOKS = 40;

/**
 * Sends a call that answers when the run has ended, and gives the run's id as
 * soon as it can be known: from the list of runs, else from the answer.
 */
export async function launched(
  agentId: string,
  type: "cmd_run" | "script_run",
  call: () => Promise<Started>,
): Promise<number> {
  // Before the call: a run that is known already would not be recognised as the new one.
  const known = await newestRun(agentId, type);
  const answered = call().then(({ response }) => runOf(response));
  let ended = false;
  answered.then(
    () => {
      ended = true;
    },
    () => {
      ended = true;
    },
  );
  for (let look = 0; look < LOOKS && !ended; look += 1) {
    await new Promise((resolve) => setTimeout(resolve, LOOK));
    const newest = ended ? null : await newestRun(agentId, type);
    // Refusals still reach the caller through the answer itself.
    if (newest !== null && newest !== known) return newest;
  }
  return answered;
}

async function newestRun(agent: string, type: string): Promise<number | null> {
  // Only one's own: somebody else may start something on this agent right now.
  const user = session.current()?.username;
  const query = { agent, type, page_size: 1, ...(user && { user }) };
  const newest = await page(api.GET("/runs/", { params: { query } }));
  return newest.results[0]?.id ?? null;
}

async function runOf(response: Response): Promise<number> {
  return Number(response.headers.get("X-Run-Id"));
}

export function startCommand(agentId: string, body: Schema<"RunCommand">): Promise<number> {
  const params = { path: { agent_id: agentId }, query: { detail: true } };
  const call = () => api.POST("/agents/{agent_id}/cmd/", { params, body });
  return launched(agentId, "cmd_run", call);
}

export function startScript(agentId: string, body: Schema<"RunScript">): Promise<number> {
  const params = { path: { agent_id: agentId }, query: { detail: true } };
  const call = () => api.POST("/agents/{agent_id}/runscript/", { params, body });
  return launched(agentId, "script_run", call);
}

/** Code that is in no library yet. */
export function startTest(agentId: string, body: Schema<"TestScript">): Promise<number> {
  const params = { path: { id: agentId }, query: { detail: true } };
  const call = () => api.POST("/scripts/{id}/test/", { params, body });
  return launched(agentId, "script_run", call);
}
