/** The named views of a table: choose one, keep what is on the screen as one. */
import { Button, Menu, Text } from "@mantine/core";
import { useClipboard } from "@mantine/hooks";
import {
  IconCheck,
  IconDeviceFloppy,
  IconLink,
  IconPencil,
  IconPlus,
  IconTrash,
  IconVocabulary,
} from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { useRights, useSession } from "../session/me";
import { ActionItem } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { notify } from "../ui/notify";
import { useAction } from "../ui/useAction";
import { differs, PATHS } from "./content";
import { views as words } from "./messages";
import {
  changeView,
  type SavedView,
  type ViewContent,
  type ViewPage,
  viewsOf,
  viewsQuery,
} from "./queries";

interface ViewMenuProps {
  page: ViewPage;
  /** The view the page was opened with. */
  view: SavedView | undefined;
  /** What the page shows now. */
  now: ViewContent;
}

export function ViewMenu({ page, view, now }: ViewMenuProps) {
  const me = useSession()?.username;
  const { data = [] } = useQuery(viewsOf(page));
  useLiveQueries(["config"], [viewsQuery.queryKey]);
  const isChanged = view !== undefined && differs(view, now);
  const own = data.filter((one) => one.username === me);
  const others = data.filter((one) => one.username !== me);
  return (
    <Menu position="bottom-start" width={270}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconVocabulary size={16} />}>
          {view ? view.name : words.views}
          {isChanged && (
            <Text span inherit c="dimmed" fw={400} ml={6}>
              {words.changed}
            </Text>
          )}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={420} style={{ overflowY: "auto" }}>
        <MenuLink to={PATHS[page]} leftSection={<Mark on={!view} />}>
          {words.everything}
        </MenuLink>
        <Choices label={words.own} views={own} chosen={view} />
        <Choices label={words.shared} views={others} chosen={view} />
        <Menu.Divider />
        {data.length === 0 && <Menu.Label>{words.none}</Menu.Label>}
        <Deeds view={view} now={now} isChanged={isChanged} />
      </Menu.Dropdown>
    </Menu>
  );
}

interface ChoicesProps {
  label: string;
  views: SavedView[];
  chosen: SavedView | undefined;
}

function Choices({ label, views, chosen }: ChoicesProps) {
  if (views.length === 0) return null;
  return (
    <>
      <Menu.Label>{label}</Menu.Label>
      {views.map((view) => (
        <MenuLink
          key={view.id}
          to="/views/$viewId"
          params={{ viewId: String(view.id) }}
          preload={false}
          leftSection={<Mark on={view.id === chosen?.id} />}
        >
          {view.name}
        </MenuLink>
      ))}
    </>
  );
}

function Mark({ on }: { on: boolean }) {
  return <IconCheck size={16} visibility={on ? "visible" : "hidden"} />;
}

interface DeedsProps {
  view: SavedView | undefined;
  now: ViewContent;
  isChanged: boolean;
}

function Deeds({ view, now, isChanged }: DeedsProps) {
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

/** Why this person may not change the view. */
function useBlocked(view: SavedView | undefined): string | undefined {
  const me = useSession()?.username;
  const { may } = useRights();
  const allowed = !view || view.username === me || may("can_edit_core_settings");
  return allowed ? undefined : words.notYours;
}
