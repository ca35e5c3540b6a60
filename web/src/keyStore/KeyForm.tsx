/** Adds or changes a value of the key store. */
import { Checkbox, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { LimitFields } from "./LimitFields";
import { bodyOf, type KeyValues, valuesOf } from "./limits";
import { keyStore as words } from "./messages";
import { type Key, keyStoreQuery } from "./queries";

export function KeyForm({ stored, onClose }: { stored?: Key; onClose: () => void }) {
  const [opened] = useState(stored?.modified_time);
  const form = useForm<KeyValues>({ initialValues: valuesOf(stored) });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: KeyValues) => {
      if (!stored) {
        const body = { ...bodyOf(values, false), value: values.value };
        return answer(api.POST("/core/keystore/", { body }));
      }
      const body = bodyOf(values, stored.secret && values.value === "");
      const params = { path: { id: stored.id } };
      return answer(api.PUT("/core/keystore/{id}/", { params, headers: seen(opened), body }));
    },
    done: (saved) => words.saved(saved.name),
    refresh: [keyStoreQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={stored ? words.edit(stored.name) : words.add}
      submit={stored ? ui.save : ui.create}
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <TextInput
        label={words.name}
        required
        spellCheck={false}
        data-autofocus
        {...form.getInputProps("name")}
      />
      <Textarea
        label={words.value}
        description={stored?.secret ? words.keep : undefined}
        autosize
        minRows={2}
        maxRows={12}
        spellCheck={false}
        styles={{ input: { fontFamily: "var(--mantine-font-family-monospace)" } }}
        {...form.getInputProps("value")}
      />
      <Checkbox
        label={words.secret}
        description={words.secretHint}
        {...form.getInputProps("secret", { type: "checkbox" })}
      />
      <LimitFields form={form} />
    </FormDialog>
  );
}
