/** Agents that were removed and can still be restored. */
import { IconArrowBackUp, IconTrash } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useLiveQueries } from "../live/live";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { List } from "../ui/List";
import { Ago } from "../ui/Moment";
import { Page } from "../ui/Page";
import { useAction } from "../ui/useAction";
import { removal as words } from "./messages";
import { type RemovedAgent, removedQuery } from "./queries";
import { restoreAgent } from "./restoring";

/** No event reports that a removal became final. */
const REFRESH = 60_000;

export default function RemovedPage() {
  const query = useQuery({ ...removedQuery, refetchInterval: REFRESH });
  useLiveQueries(["agents"], [removedQuery.queryKey]);
  const restore = useAction({
    act: (agentId: string) => restoreAgent(agentId),
    done: (message) => message,
    refresh: [["agents"], ["clients"]],
  });
  return (
    <Page title={words.title} about={words.about}>
      <List
        query={query}
        label={words.title}
        columns={columnsFor((agentId) => restore.mutate(agentId))}
        id={(agent) => agent.agent_id}
        order="-removed"
        none={{
          title: words.none,
          hint: words.noneHint,
          icon: <IconTrash size={26} stroke={1.5} />,
        }}
      />
    </Page>
  );
}

function columnsFor(restore: (agentId: string) => void): Column<RemovedAgent>[] {
  return [
    {
      id: "hostname",
      title: words.agent,
      cell: (agent) => agent.hostname,
      sort: (agent) => agent.hostname,
    },
    {
      id: "place",
      title: words.place,
      wide: true,
      cell: (agent) => `${agent.client_name} · ${agent.site_name}`,
      sort: (agent) => `${agent.client_name} ${agent.site_name}`,
    },
    {
      id: "removed",
      title: words.removed,
      width: 140,
      wide: true,
      cell: (agent) => <Ago time={agent.removed} />,
      sort: (agent) => agent.removed,
    },
    {
      id: "by",
      title: words.by,
      width: 140,
      wide: true,
      cell: (agent) => agent.removed_by,
      sort: (agent) => agent.removed_by,
    },
    {
      id: "final",
      title: words.final,
      width: 140,
      cell: (agent) => <Ago time={agent.restorable_until} />,
      sort: (agent) => agent.restorable_until,
    },
    {
      id: "actions",
      title: "",
      width: 48,
      cell: (agent) => (
        <IconAction
          label={words.restore(agent.hostname)}
          right="can_uninstall_agents"
          onClick={() => restore(agent.agent_id)}
        >
          <IconArrowBackUp size={16} />
        </IconAction>
      ),
    },
  ];
}
