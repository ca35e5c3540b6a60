/** Settings > Global settings > Key store. */
import { Checkbox, Code, Group, Stack, Text, Textarea, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { IconLock, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { answer, api, type Schema } from "../api/client";
import { useAction } from "../api/queries";
import { useLiveQueries } from "../live/live";
import { ActionButton, IconAction } from "../ui/actions";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { FormDialog } from "../ui/FormDialog";
import { Ago } from "../ui/Moment";
import { ui } from "../ui/messages";
import { Empty, Loaded } from "../ui/states";
import { useProblem } from "../ui/useProblem";
import { keyStore as words } from "./messages";

type Key = Schema<"KeyStore">;

const keyStoreQuery = queryOptions({
  queryKey: ["keyStore"],
  queryFn: () => answer(api.GET("/core/keystore/")),
});

export default function KeyStoreTab() {
  const dialog = useDialog();
  const query = useQuery(keyStoreQuery);
  useLiveQueries(["config"], [keyStoreQuery.queryKey]);
  const add = (
    <ActionButton
      right="can_edit_global_keystore"
      leftSection={<IconPlus size={16} />}
      onClick={() => dialog.show("add-value")}
    >
      {words.add}
    </ActionButton>
  );
  return (
    <Loaded query={query}>
      {(all) => (
        <Stack gap="sm">
          <Group justify="space-between">
            <Text size="sm" c="dimmed">
              {words.about}
            </Text>
            {all.length > 0 && add}
          </Group>
          <DataTable
            label={words.title}
            columns={columns}
            rows={all}
            id={(key) => key.id}
            order="name"
            empty={
              <Empty
                title={words.none}
                hint={words.noneHint}
                icon={<IconLock size={26} stroke={1.5} />}
              >
                {add}
              </Empty>
            }
          />
          <Dialogs all={all} />
        </Stack>
      )}
    </Loaded>
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
  const dialog = useDialog();
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      <IconAction
        label={words.edit(stored.name)}
        right="can_edit_global_keystore"
        onClick={() => dialog.show("edit-value", stored.id)}
      >
        <IconPencil size={16} />
      </IconAction>
      <IconAction
        label={`${words.remove}: ${stored.name}`}
        right="can_edit_global_keystore"
        onClick={() => dialog.show("delete-value", stored.id)}
      >
        <IconTrash size={16} />
      </IconAction>
    </Group>
  );
}

interface Values {
  name: string;
  value: string;
  secret: boolean;
}

function KeyForm({ stored, onClose }: { stored?: Key; onClose: () => void }) {
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
      return answer(api.PUT("/core/keystore/{id}/", { params, body: { ...rest, ...kept } }));
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
  const remove = useAction({
    act: () => answer(api.DELETE("/core/keystore/{id}/", { params: { path: { id: stored.id } } })),
    done: words.removed(stored.name),
    refresh: [keyStoreQuery.queryKey],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.remove}
      targets={[stored.name]}
      word={stored.name}
      action={words.remove}
      busy={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      {words.removeText}
    </ConfirmDialog>
  );
}
