/** What can be done with the view that is shown: save, rename, share, delete. */
import { Menu } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import { IconDeviceFloppy, IconLink, IconPencil, IconPlus, IconTrash } from "@tabler/icons-react";
import { useRights, useSession } from "../session/me";
import { ActionItem } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { notify } from "../ui/notify";
import { useAction } from "../ui/useAction";
import { views as words } from "./messages";
import { changeView, type SavedView, type ViewContent, viewsQuery } from "./queries";

export function ViewActions({ view, now, isChanged }: ViewActionsProps) {
  const dialog = useDialog();
  const clipboard = useClipboard();
  const blocked = useBlocked(view);
  const save = useAction({
    act: (id: number) => changeView(id, now),
    done: ({ name }) => words.saved(name),
    refresh: [viewsQuery.queryKey],
  });
  const create = (
    <Menu.Item leftSection={<IconPlus size={16} />} onClick={() => dialog.show("view-new")}>
      {words.saveNew}
    </Menu.Item>
  );
  if (!view) return create;
  return (
    <>
      {isChanged && (
        <ActionItem
          blocked={blocked}
          leftSection={<IconDeviceFloppy size={16} />}
          onClick={() => save.mutate(view.id)}
        >
          {words.saveChanges}
        </ActionItem>
      )}
      {create}
      <Menu.Item
        leftSection={<IconLink size={16} />}
        onClick={() => {
          clipboard.copy(`${window.location.origin}/ui/views/${view.id}`);
          notify(words.copied);
        }}
      >
        {words.copyLink}
      </Menu.Item>
      <ActionItem
        blocked={blocked}
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("view-edit", view.id)}
      >
        {words.edit}
      </ActionItem>
      <ActionItem
        blocked={blocked}
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => dialog.show("view-delete", view.id)}
      >
        {words.removeItem}
      </ActionItem>
    </>
  );
}

interface ViewActionsProps {
  view: SavedView | undefined;
  now: ViewContent;
  isChanged: boolean;
}

/** Why this person may not change the view. */
function useBlocked(view: SavedView | undefined): string | undefined {
  const me = useSession()?.username;
  const { may } = useRights();
  const allowed = !view || view.username === me || may("can_edit_core_settings");
  return allowed ? undefined : words.notYours;
}
