/** Settings > Global settings > Remote sessions: what they may do where nobody says something else. */
import { Group, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionButton } from "../../ui/actions";
import { FormProblems } from "../../ui/FormProblems";
import { ui } from "../../ui/messages";
import { Loaded, ProblemNotice } from "../../ui/states";
import { useLeaveGuard } from "../../ui/useLeaveGuard";
import { PolicyFields } from "./PolicyFields";
import { type Owner, policyQuery, type ShownPolicy } from "./queries";
import type { Machine } from "./rules";
import { usePolicyForm } from "./usePolicyForm";

const EVERYTHING: Owner = { level: "everything" };

export default function PolicyTab() {
  const query = useQuery(policyQuery(EVERYTHING));
  return <Loaded query={query}>{(stored) => <Editor stored={stored} />}</Loaded>;
}

function Editor({ stored }: { stored: ShownPolicy }) {
  const [machine, setMachine] = useState<Machine>("workstation");
  const { form, problem, submit, isSaving } = usePolicyForm(EVERYTHING, stored, machine);
  useLeaveGuard(form.isDirty() && !isSaving);
  return (
    <form noValidate onSubmit={submit}>
      <Stack gap="md">
        {problem && <ProblemNotice error={problem} />}
        <PolicyFields
          form={form}
          layers={stored.layers}
          machine={machine}
          onMachine={setMachine}
          columns={2}
        />
        <Group gap="xs">
          <ActionButton
            right="can_edit_core_settings"
            loading={isSaving}
            disabled={!form.isDirty()}
            onClick={() => submit()}
          >
            {ui.save}
          </ActionButton>
          <FormProblems errors={form.errors} />
        </Group>
      </Stack>
    </form>
  );
}
