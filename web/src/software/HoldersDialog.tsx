/** The agents that have a program, with the version each has. */
import { Group, Modal, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Loaded, NothingFound } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { software, fleetSoftware as words } from "./messages";
import { type Holder, holdersQuery } from "./queries";

const holderColumns: Column<Holder>[] = [
  {
    id: "host",
    title: words.host,
    cell: ({ agent_id, hostname, name }) => (
      <TextLink
        to="/agents/$agentId/software"
        params={{ agentId: agent_id }}
        search={{ search: name }}
        size="md"
      >
        {hostname}
      </TextLink>
    ),
    sort: ({ hostname }) => hostname,
  },
  {
    id: "version",
    title: software.version,
    cell: ({ version }) => version,
    sort: ({ version }) => version,
  },
  {
    id: "source",
    title: software.source,
    wide: true,
    cell: ({ source }) => source,
    sort: ({ source }) => source,
  },
  {
    id: "collected",
    title: words.collected,
    wide: true,
    cell: ({ collected_at }) => <Ago time={collected_at} />,
    sort: ({ collected_at }) => collected_at,
  },
];

export function HoldersDialog({ name, onClose }: { name: string; onClose: () => void }) {
  const [filters] = useFilters();
  const query = useQuery(holdersQuery(name, filters));
  return (
    <Modal opened onClose={onClose} title={words.holders(name)} size="xl">
      <Loaded query={query}>
        {(holders) => (
          <Stack gap="sm">
            <Group justify="flex-end">
              <CsvButton name={name} columns={holderColumns} rows={holders} />
            </Group>
            <DataTable
              label={words.holders(name)}
              columns={holderColumns}
              rows={holders}
              id={(holder) => `${holder.agent_id} ${holder.source} ${holder.version}`}
              order="host"
              sortFilter="holders"
              empty={<NothingFound />}
            />
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}
