/** What remote sessions may do at a client, at a site or on an agent. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { FormDialog } from "../../ui/FormDialog";
import { policy as words } from "./messages";
import { PolicyFields } from "./PolicyFields";
import { type Owner, policyQuery, type ShownPolicy } from "./queries";
import type { Machine } from "./rules";
import { usePolicyForm } from "./usePolicyForm";

interface PolicyDialogProps {
  owner: Owner;
  name: string;
  /** What the agent is; clients and sites have both. */
  machine?: Machine;
  onClose: () => void;
}

export function PolicyDialog(props: PolicyDialogProps) {
  const { data: stored } = useQuery(policyQuery(props.owner));
  return stored ? <Editor {...props} stored={stored} /> : null;
}

function Editor(props: PolicyDialogProps & { stored: ShownPolicy }) {
  const { owner, name, machine: only, stored, onClose } = props;
  const [chosen, setChosen] = useState<Machine>("workstation");
  const machine = only ?? chosen;
  const { form, problem, submit, isSaving } = usePolicyForm(owner, stored, machine, onClose);
  return (
    <FormDialog
      title={words.titleOf(name)}
      size="xl"
      right="can_edit_core_settings"
      busy={isSaving}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={submit}
      onClose={onClose}
    >
      <PolicyFields
        form={form}
        layers={stored.layers}
        machine={machine}
        onMachine={only ? undefined : setChosen}
        columns={1}
      />
    </FormDialog>
  );
}
