/** The agents that one update is for, and its state on each. */
import { Modal, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { CsvButton } from "../ui/CsvButton";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Loaded, NothingFound } from "../ui/states";
import { decisionText } from "./choices";
import { updates, fleetUpdates as words } from "./messages";
import { type AgentUpdate, updateAgentsQuery } from "./queries";
import { UpdateState } from "./UpdateState";

const columns: Column<AgentUpdate>[] = [
  {
    id: "host",
    title: words.host,
    cell: ({ agent_id, hostname }) => (
      <TextLink to="/agents/$agentId/updates" params={{ agentId: agent_id }} size="md">
        {hostname}
      </TextLink>
    ),
    sort: ({ hostname }) => hostname,
  },
  {
    id: "client",
    title: words.client,
    cell: ({ client_name }) => client_name,
    sort: ({ client_name }) => client_name,
  },
  {
    id: "site",
    title: words.site,
    wide: true,
    cell: ({ site_name }) => site_name,
    sort: ({ site_name }) => site_name,
  },
  {
    id: "state",
    title: updates.state,
    cell: (update) => (
      <>
        <UpdateState update={update} />
        {update.error && (
          <Text size="xs" c="var(--tone-bad)">
            {update.error}
          </Text>
        )}
      </>
    ),
    sort: ({ state }) => state,
  },
  {
    id: "decision",
    title: updates.decision,
    cell: (update) => (update.installed ? "" : decisionText(update)),
    sort: ({ action }) => action,
  },
];

interface UpdateAgentsProps {
  guid: string;
  site: string | undefined;
  onClose: () => void;
}

export function UpdateAgents({ guid, site, onClose }: UpdateAgentsProps) {
  const query = useQuery(updateAgentsQuery(guid, site));
  const title = query.data?.[0]?.title ?? guid;
  return (
    <Modal opened onClose={onClose} title={words.agentsWith(title)} size="xl">
      <Loaded query={query}>
        {(rows) => (
          <Stack gap="sm">
            <CsvButton name={guid} columns={columns} rows={rows} />
            <DataTable
              label={words.agentsWith(title)}
              columns={columns}
              rows={rows}
              id={(row) => row.id}
              order="host"
              sortFilter="behind"
              empty={<NothingFound />}
            />
          </Stack>
        )}
      </Loaded>
    </Modal>
  );
}
