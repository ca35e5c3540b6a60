/** What the list of processes shows. */
import { Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { formatBytes, formatPercent } from "../texts/format";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { processes as words } from "./messages";
import type { Process } from "./queries";

export function processColumns(
  askToEnd: (pid: number) => void,
  /** Why the agent cannot end processes, if it cannot. */
  lack: string | undefined,
): Column<Process>[] {
  return [
    {
      id: "name",
      title: words.name,
      width: 200,
      cell: (one) => (
        <Text inherit fw={500}>
          {one.name}
        </Text>
      ),
      sort: (one) => one.name,
    },
    {
      id: "pid",
      title: words.pid,
      width: 80,
      align: "right",
      cell: (one) => one.pid,
      sort: (one) => one.pid,
    },
    {
      id: "cpu",
      title: words.cpu,
      width: 90,
      align: "right",
      cell: (one) => formatPercent(Number(one.cpu_percent)),
      sort: (one) => Number(one.cpu_percent),
    },
    {
      id: "memory",
      title: words.memory,
      width: 110,
      align: "right",
      cell: (one) => formatBytes(one.membytes),
      sort: (one) => one.membytes,
    },
    {
      id: "user",
      title: words.user,
      width: 130,
      wide: true,
      cell: (one) => one.username,
      sort: (one) => one.username,
    },
    {
      id: "command",
      title: words.command,
      wide: true,
      cell: (one) => (
        <Text
          ff="monospace"
          size="xs"
          lineClamp={1}
          title={one.cmdline}
          style={{ overflowWrap: "anywhere" }}
        >
          {one.cmdline}
        </Text>
      ),
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: (one) => (
        <IconAction
          label={words.endLabel(one.name, one.pid)}
          right="can_manage_procs"
          blocked={lack}
          onClick={() => askToEnd(one.pid)}
        >
          <IconX size={16} />
        </IconAction>
      ),
    },
  ];
}
