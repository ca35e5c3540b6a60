/** The columns of the list of URL actions. */
import { Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { Ago } from "../ui/Moment";
import { RowActions } from "../ui/RowActions";
import { urlActions as words } from "./messages";
import type { UrlAction } from "./queries";

export const columns: Column<UrlAction>[] = [
  {
    id: "name",
    title: words.name,
    cell: (action) => (
      <>
        {action.name}
        {action.desc && (
          <Text size="xs" c="dimmed" lineClamp={1}>
            {action.desc}
          </Text>
        )}
      </>
    ),
    sort: (action) => action.name,
  },
  {
    id: "type",
    title: words.type,
    width: 110,
    // One word, which a phone would break.
    cell: ({ action_type: type }) => (
      <span style={{ whiteSpace: "nowrap" }}>{words.types[type]}</span>
    ),
    sort: (action) => words.types[action.action_type],
  },
  {
    id: "pattern",
    title: words.pattern,
    wide: true,
    cell: (action) => (
      <Text ff="monospace" size="sm" lineClamp={1} style={{ overflowWrap: "anywhere" }}>
        {action.pattern}
      </Text>
    ),
  },
  {
    id: "changed",
    title: words.changed,
    wide: true,
    width: 220,
    cell: (action) => (
      <>
        <Ago time={action.modified_time} />{" "}
        <Text span inherit c="dimmed">
          {words.by} {action.modified_by}
        </Text>
      </>
    ),
    sort: (action) => action.modified_time,
  },
  { id: "actions", title: "", width: 116, cell: (action) => <Actions action={action} /> },
];

function Actions({ action }: { action: UrlAction }) {
  const { show } = useDialog();
  const label = words.deliveriesOf(action.name);
  return (
    <RowActions
      noun="action"
      id={action.id}
      right="can_edit_core_settings"
      edit={words.edit(action.name)}
      remove={`${words.remove}: ${action.name}`}
    >
      {action.action_type === "rest" && (
        <IconAction label={label} onClick={() => show("deliveries", action.id)}>
          <IconHistory size={16} />
        </IconAction>
      )}
    </RowActions>
  );
}
