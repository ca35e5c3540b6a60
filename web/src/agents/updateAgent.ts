/** Updates one agent to the newest release. */
import { answer, api } from "../api/client";

/** Returns why it was not started; `null` when it was. */
export async function updateAgent(agentId: string): Promise<string | null> {
  const body = { agent_ids: [agentId] };
  const { response } = await api.POST("/agents/update/", { body });
  const id = Number(response.headers.get("X-Bulk-Id"));
  const path = "/agents/actions/bulk/{id}/results/";
  const results = await answer(api.GET(path, { params: { path: { id } } }));
  const [result] = Array.isArray(results) ? results : [];
  return result && "outcome" in result ? result.reason : null;
}
