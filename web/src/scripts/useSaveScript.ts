/** Saves a script: a new one, or the next version of one. */
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { answer, api, type Schema } from "../api/client";
import type { Problem } from "../api/problem";
import { seen } from "../conflicts/asking";
import { useSeen } from "../conflicts/useSeen";
import { useAction } from "../ui/useAction";
import type { ScriptForm, ScriptValues } from "./form";
import { scripts as words } from "./messages";
import { type Script, scriptQuery } from "./queries";

export function useSaveScript(
  script: Script | undefined,
  form: ScriptForm,
  onProblem: (problem: Problem) => void,
) {
  const navigate = useNavigate();
  const client = useQueryClient();
  const opened = useSeen(script, form.isDirty());
  return useAction({
    act: (values: ScriptValues): Promise<Schema<"Script">> =>
      script
        ? answer(
            api.PUT("/scripts/{id}/", {
              params: { path: { id: script.id } },
              headers: seen(opened.current),
              body: values,
            }),
          )
        : answer(api.POST("/scripts/", { body: values })),
    done: (saved) => (script ? words.saved(saved.name) : words.created(saved.name)),
    refresh: [["scripts"]],
    onDone: (saved) => {
      form.resetDirty();
      if (script) {
        client.setQueryData(scriptQuery(script.id).queryKey, saved);
        return;
      }
      // The guard must have seen that nothing is left to save.
      setTimeout(() => {
        void navigate({ to: "/scripts/$scriptId", params: { scriptId: String(saved.id) } });
      });
    },
    onProblem,
  });
}
