/** Makes, copies or changes a policy. */
import { Select, Switch, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { answer, api } from "../api/client";
import { OwnersField } from "../clients/OwnersField";
import { seen } from "../conflicts/asking";
import { TemplateSelect } from "../templateChoice/TemplateSelect";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { policies as words } from "./messages";
import { AFTER_SETTING, type Policy, policyChoices } from "./queries";

interface PolicyFormProps {
  all: Policy[];
  /** The policy to change; a new one when there is none. */
  policy?: Policy;
  /** The policy to begin as a copy of. */
  model?: Policy;
  onClose: () => void;
}

function valuesOf(policy: Policy | undefined, model: Policy | undefined) {
  return {
    name: policy?.name ?? (model ? words.copyName(model.name) : ""),
    desc: (policy ?? model)?.desc ?? "",
    active: policy?.active ?? false,
    enforced: (policy ?? model)?.enforced ?? false,
    owner_clients: policy?.owner_clients ?? null,
    alert_template: (policy ?? model)?.alert_template ?? null,
    copyId: model ? String(model.id) : null,
  };
}

type Values = ReturnType<typeof valuesOf>;

export function PolicyForm({ all, policy, model, onClose }: PolicyFormProps) {
  const navigate = useNavigate();
  const [opened] = useState(policy?.modified_time);
  const form = useForm<Values>({ initialValues: valuesOf(policy, model) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: ({ copyId, alert_template, ...others }: Values) => {
      const isSent = form.isDirty("alert_template") || (!policy && alert_template !== null);
      const body = { ...others, ...(isSent && { alert_template }) };
      if (policy) {
        const params = { path: { id: policy.id } };
        return answer(
          api.PUT("/automation/policies/{id}/", { params, headers: seen(opened), body }),
        );
      }
      const copy = copyId ? { copyId: Number(copyId) } : {};
      return answer(api.POST("/automation/policies/", { body: { ...body, ...copy } }));
    },
    done: (saved) => (policy ? words.saved(saved.name) : words.created(saved.name)),
    refresh: [...AFTER_SETTING, ["alertTemplates"]],
    onDone: (saved) => {
      if (policy) onClose();
      else void navigate({ to: "/policies/$policyId", params: { policyId: String(saved.id) } });
    },
    onProblem: show,
  });
  const title = policy
    ? words.editTitle(policy.name)
    : model
      ? words.copyTitle(model.name)
      : words.add;
  return (
    <FormDialog
      title={title}
      submit={policy ? ui.save : ui.create}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      <Textarea label={words.desc} autosize minRows={2} {...form.getInputProps("desc")} />
      <OwnersField {...form.getInputProps("owner_clients")} />
      <TemplateSelect {...form.getInputProps("alert_template")} />
      {!policy && all.length > 0 && (
        <Select
          label={words.copyFrom}
          description={words.copyHint}
          placeholder={words.copyFromNone}
          data={policyChoices(all)}
          searchable
          clearable
          {...form.getInputProps("copyId")}
        />
      )}
      <Switch
        label={words.active}
        description={words.activeHint}
        {...form.getInputProps("active", { type: "checkbox" })}
      />
      <Switch
        label={words.enforced}
        description={words.enforcedHint}
        {...form.getInputProps("enforced", { type: "checkbox" })}
      />
    </FormDialog>
  );
}
