/** Pieces of code that scripts share. */
import { Code, Text } from "@mantine/core";
import { IconPuzzle } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { Page } from "../ui/Page";
import { RowActions } from "../ui/RowActions";
import { TabBar } from "../ui/TabBar";
import { scripts, shells, snippets as words } from "./messages";
import { type Snippet, snippetsQuery } from "./queries";
import { SnippetForm } from "./SnippetForm";
import { LIBRARY_TABS } from "./tabs";

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
