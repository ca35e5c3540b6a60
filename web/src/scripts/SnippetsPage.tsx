/** Pieces of code that scripts share. */
import { Code, Group, Select, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconPuzzle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import type { Column } from "../ui/DataTable";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { List } from "../ui/List";
import { ui } from "../ui/messages";
import { Page } from "../ui/Page";
import { RowActions } from "../ui/RowActions";
import { LinesSkeleton } from "../ui/states";
import { TabBar } from "../ui/TabBar";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { scripts, shells, snippets as words } from "./messages";
import { SHELLS, type Snippet, snippetsQuery } from "./queries";
import { LIBRARY_TABS } from "./tabs";

const CodeEditor = lazy(() => import("./CodeEditor"));

export default function SnippetsPage() {
  const dialog = useDialog();
  const query = useQuery(snippetsQuery);
  useLiveQueries(["config"], [snippetsQuery.queryKey]);
  const add = (
    <AddButton right="can_manage_scripts" dialog="add-snippet">
      {words.add}
    </AddButton>
  );
  return (
    <Page title={scripts.title} about={words.about} actions={add}>
      <TabBar label={scripts.title} tabs={LIBRARY_TABS} />
      <List
        query={query}
        label={words.title}
        columns={columns}
        id={(snippet) => snippet.id}
        order="name"
        onOpen={(snippet) => dialog.show("edit-snippet", snippet.id)}
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconPuzzle size={26} stroke={1.5} />,
          children: add,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Page>
  );
}

function Dialogs({ all }: { all: Snippet[] }) {
  const { open, close } = useDialog();
  const snippet = all.find((one) => String(one.id) === open?.subject);
  if (open?.name === "add-snippet") return <SnippetForm onClose={close} />;
  if (open?.name === "edit-snippet" && snippet) {
    return <SnippetForm snippet={snippet} onClose={close} />;
  }
  if (open?.name === "delete-snippet" && snippet) {
    return <DeleteSnippet snippet={snippet} onClose={close} />;
  }
  return null;
}

const columns: Column<Snippet>[] = [
  {
    id: "name",
    title: words.name,
    cell: (snippet) => <Code fz="sm">{`{{${snippet.name}}}`}</Code>,
    sort: (snippet) => snippet.name,
  },
  {
    id: "description",
    title: words.description,
    wide: true,
    cell: (snippet) => (
      <Text inherit c="dimmed">
        {snippet.desc}
      </Text>
    ),
    sort: (snippet) => snippet.desc,
  },
  {
    id: "shell",
    title: words.shell,
    width: 120,
    cell: (snippet) => shells[snippet.shell] ?? snippet.shell,
    sort: (snippet) => snippet.shell,
  },
  { id: "actions", title: "", width: 84, cell: (snippet) => <Actions snippet={snippet} /> },
];

function Actions({ snippet }: { snippet: Snippet }) {
  return (
    <RowActions
      noun="snippet"
      id={snippet.id}
      right="can_manage_scripts"
      edit={words.edit(snippet.name)}
      remove={`${words.remove}: ${snippet.name}`}
    />
  );
}

function SnippetForm({ snippet, onClose }: { snippet?: Snippet; onClose: () => void }) {
  const [opened] = useState(snippet?.modified_time);
  const form = useForm({
    initialValues: {
      name: snippet?.name ?? "",
      desc: snippet?.desc ?? "",
      shell: snippet?.shell ?? "shell",
      code: snippet?.code ?? "",
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

function DeleteSnippet({ snippet, onClose }: { snippet: Snippet; onClose: () => void }) {
  return (
    <DeleteDialog
      action={words.remove}
      name={snippet.name}
      act={() => {
        const params = { path: { id: snippet.id }, query: { force: true } };
        return answer(api.DELETE("/scripts/snippets/{id}/", { params }));
      }}
      done={words.removed(snippet.name)}
      refresh={[snippetsQuery.queryKey]}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
