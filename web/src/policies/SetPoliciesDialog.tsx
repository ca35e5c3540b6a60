/** The policies of a client or site, and whether it inherits others. */
import { Select, Switch } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { reach as words } from "./messages";
import {
  AFTER_SETTING,
  type PolicyChoice,
  policiesQuery,
  policyChoices,
  setPolicies,
  type Target,
} from "./queries";

interface SetPoliciesDialogProps {
  target: Target;
  title: string;
  before: {
    server_policy: number | null;
    workstation_policy: number | null;
    /** Null: not asked about. */
    block: boolean | null;
  };
  onClose: () => void;
}

interface Values {
  server_policy: string | null;
  workstation_policy: string | null;
  block_policy_inheritance: boolean;
}

const text = (id: number | null) => (id === null ? null : String(id));
const key = (id: string | null) => (id === null ? null : Number(id));

export function SetPoliciesDialog({ target, title, before, onClose }: SetPoliciesDialogProps) {
  const { data: policies = [] } = useQuery(policiesQuery);
  const form = useForm<Values>({
    initialValues: {
      server_policy: text(before.server_policy),
      workstation_policy: text(before.workstation_policy),
      block_policy_inheritance: before.block ?? false,
    },
  });
  const { problem, show } = useProblem(form, target.kind === "site" ? "site." : "client.");
  const save = useAction({
    act: (values: Values) => setPolicies(target, changed(values)),
    done: words.saved,
    refresh: AFTER_SETTING,
    onDone: onClose,
    onProblem: show,
  });
  /** Only what differs: two people may set two things at once. */
  const changed = (values: Values): PolicyChoice => ({
    ...(form.isDirty("server_policy") && { server_policy: key(values.server_policy) }),
    ...(form.isDirty("workstation_policy") && {
      workstation_policy: key(values.workstation_policy),
    }),
    ...(form.isDirty("block_policy_inheritance") && {
      block_policy_inheritance: values.block_policy_inheritance,
    }),
  });
  const isAgent = target.kind === "agent";
  const choices = {
    placeholder: words.noPolicy,
    data: policyChoices(policies),
    searchable: true,
    clearable: true,
  };
  return (
    <FormDialog
      title={title}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Select
        label={isAgent ? words.agentPolicy : words.serverPolicy}
        {...choices}
        {...form.getInputProps("server_policy")}
      />
      {!isAgent && (
        <Select
          label={words.workstationPolicy}
          {...choices}
          {...form.getInputProps("workstation_policy")}
        />
      )}
      {before.block !== null && (
        <Switch
          label={words.block}
          description={words.blockHints[target.kind]}
          {...form.getInputProps("block_policy_inheritance", { type: "checkbox" })}
        />
      )}
    </FormDialog>
  );
}
