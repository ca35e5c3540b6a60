/** What the software of one computer shows, row by row. */
import { Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useRights } from "../session/me";
import { formatBytes } from "../texts/format";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { useDialog } from "../ui/dialog";
import { software as words } from "./messages";
import type { SoftwareItem } from "./queries";
import { keyOf } from "./SoftwareDialogs";

const facts: Column<SoftwareItem>[] = [
  { id: "name", title: words.name, cell: (item) => item.name, sort: (item) => item.name },
  {
    id: "version",
    title: words.version,
    cell: (item) => item.version,
    sort: (item) => item.version,
  },
  {
    id: "publisher",
    title: words.publisher,
    wide: true,
    cell: (item) => (
      <Text inherit lineClamp={1}>
        {item.publisher}
      </Text>
    ),
    sort: (item) => item.publisher,
  },
  {
    id: "installed",
    title: words.installed,
    wide: true,
    cell: (item) => item.install_date,
    sort: (item) => item.install_date,
  },
  {
    id: "size",
    title: words.size,
    wide: true,
    align: "right",
    cell: (item) => (item.size_bytes > 0 ? formatBytes(item.size_bytes) : ""),
    sort: (item) => item.size_bytes,
  },
  {
    id: "source",
    title: words.source,
    wide: true,
    cell: (item) => item.source,
    sort: (item) => item.source,
  },
];

/** `lack`: why the agent cannot uninstall software, if it cannot. */
export function inventoryColumns(lack: string | undefined): Column<SoftwareItem>[] {
  const cell = (item: SoftwareItem) => <Uninstall item={item} lack={lack} />;
  return [...facts, { id: "actions", title: "", width: 48, cell }];
}

function Uninstall({ item, lack }: { item: SoftwareItem; lack: string | undefined }) {
  const dialog = useDialog();
  const { why } = useRights();
  return (
    <IconAction
      label={words.uninstallOf(item.name)}
      right="can_manage_software"
      blocked={why("can_send_cmd") ?? lack}
      onClick={() => dialog.show("uninstall", keyOf(item))}
    >
      <IconTrash size={16} />
    </IconAction>
  );
}
