/** When nobody is notified: a calendar of maintenance windows, and all of them below. */
import { Stack, Title } from "@mantine/core";
import { IconCalendarTime } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { AddButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { Page, Panel } from "../ui/Page";
import { Loaded } from "../ui/states";
import { CalendarBar } from "./CalendarBar";
import { CalendarGrid } from "./CalendarGrid";
import { CalendarList } from "./CalendarList";
import { columns } from "./columns";
import { DeleteWindow } from "./DeleteWindow";
import { windows as words } from "./messages";
import { windowsQuery } from "./queries";
import { useCalendar } from "./useCalendar";
import type { MaintenanceWindow } from "./values";
import { WindowDetails } from "./WindowDetails";
import { WindowForm } from "./WindowForm";

export default function MaintenancePage() {
  const refetchInterval = useFallbackInterval();
  const query = useQuery({ ...windowsQuery, refetchInterval });
  useLiveQueries(["config"], [["maintenance"]]);
  const add = (
    <AddButton right="can_edit_agent" dialog="add-window">
      {words.add}
    </AddButton>
  );
  return (
    <Page title={words.title} about={words.about} actions={add}>
      <Calendar />
      <Title order={2}>{words.list}</Title>
      <List
        query={query}
        label={words.list}
        columns={columns}
        id={(window) => window.id}
        order="name"
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconCalendarTime size={26} stroke={1.5} />,
        }}
        dialogs={(all) => <Dialogs all={all} />}
      />
    </Page>
  );
}

function Calendar() {
  const calendar = useCalendar();
  return (
    <Panel>
      <Stack gap="sm">
        <CalendarBar calendar={calendar} />
        <Loaded query={calendar.query}>
          {() =>
            calendar.view === "list" ? (
              <CalendarList calendar={calendar} />
            ) : (
              <CalendarGrid calendar={calendar} />
            )
          }
        </Loaded>
      </Stack>
    </Panel>
  );
}

function Dialogs({ all }: { all: MaintenanceWindow[] }) {
  const { open, close } = useDialog();
  if (open?.name === "add-window") {
    return <WindowForm day={open.subject ?? undefined} onClose={close} />;
  }
  const window = all.find((one) => String(one.id) === open?.subject);
  if (!window) return null;
  if (open?.name === "window") return <WindowDetails window={window} onClose={close} />;
  if (open?.name === "edit-window") return <WindowForm stored={window} onClose={close} />;
  if (open?.name === "delete-window") return <DeleteWindow window={window} onClose={close} />;
  return null;
}
