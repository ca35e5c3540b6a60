/** The columns of the list of maintenance windows. */
import { Anchor, Text } from "@mantine/core";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { Moment } from "../ui/Moment";
import { RowActions } from "../ui/RowActions";
import { EnabledSwitch } from "./EnabledSwitch";
import { windows as words } from "./messages";
import { TargetLink } from "./TargetLink";
import type { MaintenanceWindow } from "./values";
import { WindowState } from "./WindowState";
import { whenText } from "./when";

export const columns: Column<MaintenanceWindow>[] = [
  {
    id: "enabled",
    title: words.enabled,
    width: 90,
    wide: true,
    cell: (window) => <EnabledSwitch window={window} />,
    sort: (window) => window.enabled,
  },
  {
    id: "name",
    title: words.name,
    cell: (window) => <Name window={window} />,
    sort: (window) => window.name,
  },
  {
    id: "target",
    title: words.target,
    wide: true,
    cell: (window) => <TargetLink window={window} />,
    sort: (window) => window.target_name,
  },
  {
    id: "when",
    title: words.when,
    wide: true,
    cell: whenText,
    sort: whenText,
  },
  {
    id: "state",
    title: words.state,
    width: 130,
    cell: (window) => <WindowState window={window} />,
    sort: (window) => window.is_open,
  },
  {
    id: "next",
    title: words.next,
    wide: true,
    width: 200,
    cell: (window) => (window.next_change ? <Moment time={window.next_change} /> : "–"),
    sort: (window) => window.next_change ?? "",
  },
  {
    id: "actions",
    title: "",
    width: 84,
    cell: (window) => (
      <RowActions
        noun="window"
        id={window.id}
        right="can_edit_agent"
        edit={words.edit(window.name)}
        remove={`${words.remove}: ${window.name}`}
      />
    ),
  },
];

function Name({ window }: { window: MaintenanceWindow }) {
  const { show } = useDialog();
  return (
    <>
      <Anchor
        component="button"
        type="button"
        size="md"
        fw={500}
        c="var(--mantine-color-text)"
        ta="start"
        onClick={() => show("window", window.id)}
      >
        {window.name}
      </Anchor>
      {window.reason && (
        <Text size="xs" c="dimmed" lineClamp={1}>
          {window.reason}
        </Text>
      )}
    </>
  );
}
