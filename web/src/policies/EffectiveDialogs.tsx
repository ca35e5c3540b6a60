/** The agent's own policy and its own update settings. */
import { Button } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { type Agent, agentQuery } from "../agents/queries";
import { answer, api, type Schema } from "../api/client";
import { seen } from "../conflicts/asking";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { effective as words } from "./effectiveMessages";
import { reach } from "./messages";
import { PatchFields } from "./PatchFields";
import { type PatchRules, type PatchValues, patchBody, patchValues } from "./patch";
import { effectiveQuery } from "./queries";
import { SetPoliciesDialog } from "./SetPoliciesDialog";

export function EffectiveDialogs({ agent }: { agent: Agent }) {
  const { open, close } = useDialog();
  switch (open?.name) {
    case "set-agent-policy":
      return (
        <SetPoliciesDialog
          target={{ kind: "agent", id: agent.agent_id }}
          title={reach.setPoliciesOf(agent.hostname)}
          before={{
            server_policy: agent.policy ?? null,
            workstation_policy: null,
            block: agent.block_policy_inheritance,
          }}
          onClose={close}
        />
      );
    case "own-updates":
      return <OwnUpdates agent={agent} onClose={close} />;
    default:
      return null;
  }
}

function OwnUpdates({ agent, onClose }: { agent: Agent; onClose: () => void }) {
  const stored = agent.winupdatepolicy[0] as PatchRules | undefined;
  const [opened] = useState(agent.modified_time);
  const form = useForm<PatchValues>({ initialValues: patchValues(stored) });
  const { problem, show } = useProblem(form, "winupdatepolicy[0].");
  const save = useAction({
    /** Null: the agent inherits everything again. */
    act: (values: PatchValues | null) => {
      const params = { path: { agent_id: agent.agent_id } };
      const own: Schema<"PatchForm">[] = values ? [patchBody(values)] : [];
      const body = { winupdatepolicy: own };
      return answer(api.PUT("/agents/{agent_id}/", { params, headers: seen(opened), body }));
    },
    done: words.ownSaved,
    refresh: [agentQuery(agent.agent_id).queryKey, effectiveQuery(agent.agent_id).queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={words.updatesOf(agent.hostname)}
      size="xl"
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <PatchFields form={form} />
      <Button
        variant="subtle"
        color="red"
        size="compact-sm"
        style={{ alignSelf: "flex-start" }}
        onClick={() => save.mutate(null)}
      >
        {words.ownReset}
      </Button>
    </FormDialog>
  );
}
