/** What runs on the computer now, asked again every few seconds. */
import { Group, Select, Stack, Text } from "@mantine/core";
import { IconX } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { formatBytes, formatPercent } from "../texts/format";
import { IconAction } from "../ui/actions";
import { type Column, DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { EndProcessDialog } from "./EndProcessDialog";
import { processes as words } from "./messages";
import { type Process, processesQuery } from "./queries";

const INTERVALS = ["1", "2", "5", "10"].map((value) => ({ value, label: words.seconds(value) }));

const USUAL = "5";

export default function ProcessesTab() {
  const agentId = useAgentId();
  const [filters, setFilters] = useFilters();
  const dialog = useDialog();
  const { data: agent } = useQuery(agentQuery(agentId));
  const online = agent?.status === "online";
  const every = filters.every ?? USUAL;
  const query = useQuery({
    ...processesQuery(agentId),
    enabled: online,
    refetchInterval: every === "0" ? false : Number(every) * 1000,
  });
  if (agent && !online && !query.data) return <Empty title={words.offline} />;
  const search = (filters.search ?? "").trim().toLowerCase();
  const ending =
    dialog.open?.name === "end-process"
      ? query.data?.find((one) => String(one.pid) === dialog.open?.subject)
      : undefined;
  return (
    <Stack gap="sm">
      <Group gap="xs">
        <SearchBox
          value={filters.search ?? ""}
          onSearch={(text) => setFilters({ search: text })}
          style={{ flex: "1 1 200px", maxWidth: 360 }}
        />
        <Totals processes={query.data ?? []} />
        <Group gap="xs" ml="auto">
          <Text size="sm" c="dimmed" id="every">
            {words.every}
          </Text>
          <Select
            aria-labelledby="every"
            w={110}
            data={[...INTERVALS, { value: "0", label: words.paused }]}
            value={every}
            onChange={(next) =>
              setFilters({ every: next === USUAL ? undefined : (next ?? undefined) })
            }
            allowDeselect={false}
          />
        </Group>
      </Group>
      <Loaded query={query}>
        {(all) => (
          <DataTable
            label={words.title}
            columns={columnsFor((pid) => dialog.show("end-process", pid))}
            rows={all.filter((one) => textOf(one).includes(search))}
            id={(one) => one.pid}
            order="-cpu"
            empty={<NothingFound />}
          />
        )}
      </Loaded>
      {ending && (
        <EndProcessDialog
          agentId={agentId}
          process={ending}
          refresh={processesQuery(agentId).queryKey}
          onClose={dialog.close}
        />
      )}
    </Stack>
  );
}

const textOf = (one: Process) =>
  `${one.name} ${one.pid} ${one.username} ${one.cmdline}`.toLowerCase();

function Totals({ processes }: { processes: Process[] }) {
  const memory = processes.reduce((sum, one) => sum + one.membytes, 0);
  return (
    <Text size="sm" c="dimmed" className="numbers">
      {words.totals(processes.length, formatBytes(memory))}
    </Text>
  );
}

function columnsFor(askToEnd: (pid: number) => void): Column<Process>[] {
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
          onClick={() => askToEnd(one.pid)}
        >
          <IconX size={16} />
        </IconAction>
      ),
    },
  ];
}
