/** Settings > Global settings > Key store. */
import { Code, Group, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import type { Column } from "../ui/column";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { Ago } from "../ui/Moment";
import { RowActions } from "../ui/RowActions";
import { KeyForm } from "./KeyForm";
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
    id: "use",
    title: words.use,
    wide: true,
    width: 180,
    cell: (key) =>
      words.limited(key.allowed_clients.length, key.allowed_scripts.length) || (
        <Text inherit c="dimmed">
          {words.everywhere}
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
