/** Settings > Global settings > URL actions. */
import { Group, Stack, Text } from "@mantine/core";
import { IconWebhook } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../api/client";
import { useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import { DeleteDialog } from "../ui/DeleteDialog";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { columns } from "./columns";
import { DeliveriesDialog } from "./DeliveriesDialog";
import { urlActions as words } from "./messages";
import { type UrlAction, urlActionsQuery } from "./queries";
import { UrlActionForm } from "./UrlActionForm";

export default function UrlActionsTab() {
  const query = useQuery(urlActionsQuery);
  useLiveQueries(["config"], [urlActionsQuery.queryKey]);
  const add = (
    <AddButton right="can_edit_core_settings" dialog="add-action">
      {words.add}
    </AddButton>
  );
  return (
    <Stack gap="sm">
      <List
        query={query}
        label={words.title}
        columns={columns}
        id={(action) => action.id}
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
          icon: <IconWebhook size={26} stroke={1.5} />,
          children: add,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Stack>
  );
}

function Dialogs({ all }: { all: UrlAction[] }) {
  const { open, close } = useDialog();
  if (open?.name === "add-action") return <UrlActionForm onClose={close} />;
  const stored = all.find((one) => String(one.id) === open?.subject);
  if (!stored) return null;
  if (open?.name === "edit-action") return <UrlActionForm stored={stored} onClose={close} />;
  if (open?.name === "delete-action") return <DeleteAction stored={stored} onClose={close} />;
  if (open?.name === "deliveries") return <DeliveriesDialog action={stored} onClose={close} />;
  return null;
}

function DeleteAction({ stored, onClose }: { stored: UrlAction; onClose: () => void }) {
  const path = { id: stored.id };
  return (
    <DeleteDialog
      action={words.remove}
      name={stored.name}
      force={words.removeForce}
      act={(force) =>
        answer(api.DELETE("/core/urlaction/{id}/", { params: { path, query: { force } } }))
      }
      done={words.removed(stored.name)}
      refresh={[urlActionsQuery.queryKey]}
      onClose={onClose}
    >
      {words.removeText}
    </DeleteDialog>
  );
}
