/** The named views of a table: choose one, keep what is on the screen as one. */
import { Button, Menu, Text } from "@mantine/core";
import { IconCheck, IconVocabulary } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { useSession } from "../session/me";
import { MenuLink } from "../ui/links";
import { differs, PATHS } from "./content";
import { views as words } from "./messages";
import { type SavedView, type ViewContent, type ViewPage, viewsOf, viewsQuery } from "./queries";
import { ViewActions } from "./ViewActions";

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
        <ViewActions view={view} now={now} isChanged={isChanged} />
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
