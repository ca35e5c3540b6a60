/** On the account page: what one asked to be told about. */
import { Text } from "@mantine/core";
import { IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useFallbackInterval } from "../live/live";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Panel, PanelTitle } from "../ui/Page";
import { Loaded } from "../ui/states";
import { lineOf } from "./find";
import { watches as words } from "./messages";
import { type Watch, watchesQuery } from "./queries";
import { useWatching } from "./useWatching";

export function WatchesPanel() {
  const query = useQuery({ ...watchesQuery, refetchInterval: useFallbackInterval() });
  return (
    <Panel>
      <PanelTitle>{words.title}</PanelTitle>
      <Text size="sm" c="dimmed" mb="sm">
        {words.about}
      </Text>
      <Loaded query={query}>{(own) => <WatchTable rows={own} />}</Loaded>
    </Panel>
  );
}

function WatchTable({ rows }: { rows: Watch[] }) {
  const { remove } = useWatching();
  const columns: Column<Watch>[] = [
    {
      id: "what",
      title: words.what,
      cell: (watch) => <What watch={watch} />,
      sort: lineOf,
    },
    {
      id: "created",
      title: words.since,
      width: 160,
      cell: (watch) => <Ago time={watch.created} />,
      sort: (watch) => watch.created,
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: (watch) => (
        <IconAction label={words.remove(lineOf(watch))} onClick={() => remove.mutate(watch.id)}>
          <IconTrash size={16} />
        </IconAction>
      ),
    },
  ];
  return (
    <DataTable
      label={words.title}
      columns={columns}
      rows={rows}
      id={(watch) => watch.id}
      order="created"
      sortFilter="watches"
      empty={
        <Text size="sm" c="dimmed">
          {words.none}
        </Text>
      }
    />
  );
}

function What({ watch }: { watch: Watch }) {
  const line = lineOf(watch);
  if (watch.run === null || watch.run === undefined) {
    return (
      <TextLink to="/agents/$agentId" params={{ agentId: watch.agent_id }} size="sm">
        {line}
      </TextLink>
    );
  }
  return (
    <TextLink to="/runs/$runId" params={{ runId: String(watch.run) }} size="sm">
      {line}
    </TextLink>
  );
}
