/** Saves a template: a new one, or what was changed of one. */
import { useHotkeys } from "@mantine/hooks";
import { Problem } from "../api/problem";
import { useSeen } from "../conflicts/useSeen";
import type { AlertTemplate } from "../templateChoice/queries";
import { focusFirstErrorSoon } from "../ui/formErrors";
import { useAction } from "../ui/useAction";
import { useLeaveGuard } from "../ui/useLeaveGuard";
import { useProblem } from "../ui/useProblem";
import type { TemplateForm } from "./form";
import { templates as words } from "./messages";
import { AFTER_SAVING, createTemplate, updateTemplate } from "./queries";
import { formName, inputNames } from "./steps";
import { problemsOf } from "./validate";
import { bodyOf, changesOf, type TemplateValues } from "./values";

interface SaveProps {
  stored: AlertTemplate | undefined;
  form: TemplateForm;
  /** Something is wrong with these inputs. */
  onErrors: (errors: Record<string, unknown>) => void;
  onSaved: (saved: AlertTemplate) => void;
}

export function useSaveTemplate({ stored, form, onErrors, onSaved }: SaveProps) {
  const { problem, show, clear } = useProblem({
    getValues: () => inputNames(form.getValues()),
    setErrors: form.setErrors,
  });
  const opened = useSeen(stored, form.isDirty());
  const save = useAction({
    act: (values: TemplateValues) =>
      stored
        ? updateTemplate(stored.id, changesOf(form.getInitialValues(), values), opened.current)
        : createTemplate(bodyOf(values)),
    done: (saved) => (stored ? words.saved(saved.name) : words.created(saved.name)),
    refresh: AFTER_SAVING,
    onDone: (saved) => {
      clear();
      form.resetDirty();
      // The guard must have seen that nothing is left to save.
      setTimeout(() => onSaved(saved));
    },
    onProblem: (refusal) => {
      const named = withFormNames(refusal);
      onErrors(named.fields);
      show(named);
    },
  });
  useLeaveGuard(form.isDirty() && !save.isPending);
  const submit = () => {
    if (save.isPending) return;
    const wrong = problemsOf(form.getValues());
    form.setErrors(wrong);
    if (Object.keys(wrong).length === 0) return save.mutate(form.getValues());
    onErrors(wrong);
    focusFirstErrorSoon();
  };
  useHotkeys([["mod+S", submit]], []);
  return { problem, save, submit };
}

function withFormNames(problem: Problem): Problem {
  const fields: Record<string, string[]> = {};
  for (const [path, sentences] of Object.entries(problem.fields)) {
    const name = formName(path);
    fields[name] = [...(fields[name] ?? []), ...sentences];
  }
  return new Problem(problem.message, problem.status, problem.code, fields, problem.requestId);
}
