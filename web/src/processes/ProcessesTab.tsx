/** The processes of the computer, refreshed every few seconds. */
import { Group, Select, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { lackOf } from "../agents/capabilities";
import { agentQuery } from "../agents/queries";
import { useAgentId } from "../agents/useAgentId";
import { formatBytes } from "../texts/format";
import { DataTable } from "../ui/DataTable";
import { useDialog } from "../ui/dialog";
import { SearchBox } from "../ui/SearchBox";
import { Empty, Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { processColumns } from "./columns";
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
            columns={processColumns(
              (pid) => dialog.show("end-process", pid),
              lackOf(agent, "end_process"),
            )}
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
