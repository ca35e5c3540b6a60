/** Settings > Global settings > Key store. */
import { Checkbox, Code, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { answer, api } from "../api/client";
import { seen } from "../conflicts/asking";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import type { Column } from "../ui/DataTable";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { List } from "../ui/List";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { RowActions } from "../ui/RowActions";
import { useAction } from "../ui/useAction";
import { useProblem } from "../ui/useProblem";
import { keyStore as words } from "./messages";
import { type Key, keyStoreQuery } from "./queries";

export default function KeyStoreTab() {
  const query = useQuery(keyStoreQuery);
  useLiveQueries(["config"], [keyStoreQuery.queryKey]);
  const add = (
    <AddButton right="can_edit_global_keystore" dialog="add-value">
      {words.add}
    </AddButton>
  );
  return (
    <Stack gap="sm">
      <List
        query={query}
        label={words.title}
        columns={columns}
        id={(key) => key.id}
        order="name"
        bar={(all) => (
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {words.about}
            </Text>
            {all.length > 0 && add}
          </Group>
        )}
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconLock size={26} stroke={1.5} />,
          children: add,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Stack>
  );
}

function Dialogs({ all }: { all: Key[] }) {
  const { open, close } = useDialog();
  const stored = all.find((one) => String(one.id) === open?.subject);
  if (open?.name === "add-value") return <KeyForm onClose={close} />;
  if (open?.name === "edit-value" && stored) return <KeyForm stored={stored} onClose={close} />;
  if (open?.name === "delete-value" && stored) return <DeleteKey stored={stored} onClose={close} />;
  return null;
}

const columns: Column<Key>[] = [
  {
    id: "name",
    title: words.name,
    cell: (key) => <Code fz="sm">{key.name}</Code>,
    sort: (key) => key.name,
  },
  {
    id: "value",
    title: words.value,
    cell: (key) =>
      key.secret ? (
        <Text inherit c="dimmed">
          {words.hidden}
        </Text>
      ) : (
        <Text ff="monospace" size="sm" lineClamp={1} style={{ overflowWrap: "anywhere" }}>
          {key.value}
        </Text>
      ),
  },
  {
    id: "changed",
    title: words.changed,
    wide: true,
    width: 220,
    cell: (key) => (
      <>
        <Ago time={key.modified_time} />{" "}
        <Text span inherit c="dimmed">
          {words.by} {key.modified_by}
        </Text>
      </>
    ),
    sort: (key) => key.modified_time,
  },
  { id: "actions", title: "", width: 84, cell: (key) => <Actions stored={key} /> },
];

function Actions({ stored }: { stored: Key }) {
  return (
    <RowActions
      noun="value"
      id={stored.id}
      right="can_edit_global_keystore"
      edit={words.edit(stored.name)}
      remove={`${words.remove}: ${stored.name}`}
    />
  );
}

interface Values {
  name: string;
  value: string;
  secret: boolean;
}

function KeyForm({ stored, onClose }: { stored?: Key; onClose: () => void }) {
  const [opened] = useState(stored?.modified_time);
  const form = useForm<Values>({
    initialValues: {
      name: stored?.name ?? "",
      value: stored && !stored.secret ? (stored.value ?? "") : "",
      secret: stored?.secret ?? true,
    },
  });
  const { problem, show } = useProblem(form);
  const save = useAction({
    act: ({ value, ...rest }: Values) => {
      if (!stored) return answer(api.POST("/core/keystore/", { body: { ...rest, value } }));
      const kept = stored.secret && value === "" ? {} : { value };
      const params = { path: { id: stored.id } };
      return answer(
        api.PUT("/core/keystore/{id}/", {
          params,
          headers: seen(opened),
          body: { ...rest, ...kept },
        }),
      );
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
    </FormDialog>
  );
}

function DeleteKey({ stored, onClose }: { stored: Key; onClose: () => void }) {
  return (
    <DeleteDialog
      action={words.remove}
      name={stored.name}
      act={() =>
        answer(api.DELETE("/core/keystore/{id}/", { params: { path: { id: stored.id } } }))
      }
      done={words.removed(stored.name)}
      refresh={[keyStoreQuery.queryKey]}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
