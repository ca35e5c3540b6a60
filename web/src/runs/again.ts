/** Runs a command or a script once more, as it was asked for. */
import { api } from "../api/client";
import { useAction } from "../ui/useAction";

/** Only runs that a person started can be repeated; code from outside the library is not stored. */
export const isRepeatable = (run: { type: string; script?: number | null }) =>
  run.type === "cmd_run" || (run.type === "script_run" && typeof run.script === "number");

/** The right to start it. */
export const rightOf = (run: { type: string }) =>
  run.type === "cmd_run" ? ("can_send_cmd" as const) : ("can_run_scripts" as const);

/** Returns the new run as soon as there is one. */
export function useRunAgain(onStarted: (run: number) => void) {
  return useAction({
    act: async (id: number) => {
      const { response } = await api.POST("/runs/{id}/again/", { params: { path: { id } } });
      return Number(response.headers.get("X-Run-Id"));
    },
    onDone: onStarted,
    refresh: [["runs", "list"]],
  });
}
