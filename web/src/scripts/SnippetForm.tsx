/** Makes or changes a snippet. */
import { Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { lazy, Suspense, useState } from "react";
import { answer, api } from "../api/client";
import { OwnersField } from "../clients/OwnersField";
import { seen } from "../conflicts/asking";
import { FormDialog } from "../ui/FormDialog";
import { ui } from "../ui/messages";
import { LinesSkeleton } from "../ui/states";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { shells, snippets as words } from "./messages";
import { SHELLS, type Snippet, snippetsQuery } from "./queries";

export function SnippetForm({ snippet, onClose }: { snippet?: Snippet; onClose: () => void }) {
  const [opened] = useState(snippet?.modified_time);
  const form = useForm({
    initialValues: {
      name: snippet?.name ?? "",
      desc: snippet?.desc ?? "",
      shell: snippet?.shell ?? "shell",
      code: snippet?.code ?? "",
      owner_clients: snippet?.owner_clients ?? null,
    },
  });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: (values: typeof form.values) =>
      snippet
        ? answer(
            api.PUT("/scripts/snippets/{id}/", {
              params: { path: { id: snippet.id } },
              headers: seen(opened),
              body: values,
            }),
          )
        : answer(api.POST("/scripts/snippets/", { body: values })),
    done: (saved) => words.saved(saved.name),
    refresh: [snippetsQuery.queryKey],
    onDone: onClose,
    onProblem: show,
  });
  return (
    <FormDialog
      title={snippet ? words.edit(snippet.name) : words.add}
      submit={snippet ? ui.save : ui.create}
      size="xl"
      busy={save.isPending}
      dirty={form.isDirty()}
      errors={form.errors}
      problem={problem}
      onSubmit={form.onSubmit((values) => save.mutate(values))}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <TextInput label={words.name} required data-autofocus {...form.getInputProps("name")} />
        <Select
          label={words.shell}
          data={SHELLS.map((value) => ({ value, label: shells[value] ?? value }))}
          allowDeselect={false}
          {...form.getInputProps("shell")}
        />
      </Group>
      <TextInput label={words.description} {...form.getInputProps("desc")} />
      <OwnersField {...form.getInputProps("owner_clients")} />
      <div>
        <Text size="sm" fw={500} mb={4}>
          {words.code}
        </Text>
        <Suspense fallback={<LinesSkeleton lines={8} />}>
          <CodeEditor
            label={words.code}
            value={form.values.code}
            shell={form.values.shell}
            onChange={(code) => form.setFieldValue("code", code)}
          />
        </Suspense>
        {form.errors.code && (
          <Text size="xs" c="var(--tone-bad)" mt={4} role="alert" tabIndex={-1} data-wrong>
            {form.errors.code}
          </Text>
        )}
      </div>
    </FormDialog>
  );
}

const CodeEditor = lazy(() => import("./CodeEditor"));
