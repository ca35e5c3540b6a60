/** Adds or changes a URL action, and tries a webhook out before it is saved. */
import { Select, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { answer, api } from "../api/client";
import { asWord } from "../api/word";
import { seen } from "../conflicts/asking";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { urlActions as words } from "./messages";
import { PresetSelect } from "./PresetSelect";
import { type UrlAction, urlActionsQuery } from "./queries";
import { TestPanel } from "./TestPanel";
import { bodyOf, type UrlActionValues, valuesOf } from "./values";
import { WebhookFields } from "./WebhookFields";

interface UrlActionFormProps {
  stored?: UrlAction;
  onClose: () => void;
}

export function UrlActionForm({ stored, onClose }: UrlActionFormProps) {
  const [opened] = useState(stored?.modified_time);
  const form = useForm<UrlActionValues>({ initialValues: valuesOf(stored) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: UrlActionValues) => {
      const body = bodyOf(values);
      if (!stored) return answer(api.POST("/core/urlaction/", { body }));
      const params = { path: { id: stored.id } };
      return answer(api.PUT("/core/urlaction/{id}/", { params, headers: seen(opened), body }));
    },
    done: (saved) => words.saved(saved.name),
    refresh: [urlActionsQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  const isWebhook = form.values.action_type === "rest";
  return (
    <FormDialog
      title={stored ? words.edit(stored.name) : words.add}
      submit={stored ? ui.save : ui.create}
      size={isWebhook ? "xl" : "md"}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      {!stored && <PresetSelect form={form} />}
      <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
      <TextInput label={words.desc} {...form.getInputProps("desc")} />
      <Select
        label={words.type}
        description={words.typeHint[form.values.action_type]}
        data={Object.entries(words.types).map(([value, label]) => ({ value, label }))}
        allowDeselect={false}
        {...form.getInputProps("action_type")}
        onChange={(type) => type && form.setFieldValue("action_type", asWord(type))}
      />
      <Textarea
        label={words.pattern}
        description={words.patternHint}
        required
        autosize
        maxRows={6}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...form.getInputProps("pattern")}
      />
      {isWebhook && <WebhookFields form={form} stored={stored} />}
      {isWebhook && <TestPanel values={form.values} stored={stored} />}
    </FormDialog>
  );
}
