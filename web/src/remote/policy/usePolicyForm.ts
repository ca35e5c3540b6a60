/** A policy in a form: filled from what is stored, saved as a whole. */
import { useForm } from "@mantine/form";
import { seen } from "../../conflicts/asking";
import { useSeen } from "../../conflicts/useSeen";
import { useAction } from "../../ui/useAction";
import { useFresh } from "../../ui/useFresh";
import { useProblem } from "../../ui/useProblem";
import { policy as words } from "./messages";
import { type Owner, POLICIES, type ShownPolicy, savePolicy } from "./queries";
import { type Machine, type PolicyValues, policyBody, policyValues } from "./rules";

/** `machine`: the one that is shown; problems of the other have no input to stand under. */
export function usePolicyForm(
  owner: Owner,
  stored: ShownPolicy,
  machine: Machine,
  onDone?: () => void,
) {
  const form = useForm<PolicyValues>({ initialValues: policyValues(stored.policy) });
  useFresh(form, policyValues(stored.policy));
  const opened = useSeen(stored, form.isDirty());
  const { problem, show, clear } = useProblem(form, "", (name) => name.startsWith(`${machine}.`));
  const save = useAction({
    act: (values: PolicyValues) => savePolicy(owner, policyBody(values), seen(opened.current)),
    done: words.saved,
    refresh: [POLICIES],
    onDone: (_, values) => {
      clear();
      form.resetDirty(values);
      onDone?.();
    },
    onProblem: show,
  });
  const submit = form.onSubmit((values) => save.mutate(values));
  return { form, problem, submit, isSaving: save.isPending };
}

export type PolicyForm = ReturnType<typeof usePolicyForm>["form"];
