/** What the list of agents with their updates shows, row by row. */
import { AgentStatus } from "../agents/AgentStatus";
import type { AgentRow } from "../agents/fleetRows";
import { agents } from "../agents/messages";
import { formatNumber } from "../texts/format";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { updates, fleetUpdates as words } from "./messages";
import { severitiesOf } from "./status";
import { UpdateStatus, updateStatusText } from "./UpdateStatus";

const severityText = ({ updates: counted }: AgentRow) =>
  severitiesOf(counted)
    .map(([severity, count]) => `${updates.severities[severity]} ${formatNumber(count)}`)
    .join(" · ");

export const byAgentColumns: Column<AgentRow>[] = [
  {
    id: "hostname",
    title: words.host,
    cell: ({ agent_id, hostname }) => (
      <TextLink to="/agents/$agentId/updates" params={{ agentId: agent_id }} size="md" fw={500}>
        {hostname}
      </TextLink>
    ),
    sort: (agent) => agent.hostname,
  },
  {
    id: "status",
    title: words.status,
    width: 110,
    wide: true,
    cell: ({ status }) => <AgentStatus status={status} />,
    file: ({ status }) => status,
  },
  {
    id: "client_name",
    title: words.client,
    wide: true,
    cell: (agent) => agent.client_name,
    sort: (agent) => agent.client_name,
  },
  {
    id: "site_name",
    title: words.site,
    wide: true,
    cell: (agent) => agent.site_name,
    sort: (agent) => agent.site_name,
  },
  {
    id: "updates",
    title: words.updates,
    width: 170,
    cell: (agent) => <UpdateStatus agent={agent} />,
    file: updateStatusText,
  },
  {
    id: "severities",
    title: updates.severity,
    cell: severityText,
    file: severityText,
  },
  {
    id: "approved",
    title: words.approved,
    width: 100,
    align: "right",
    wide: true,
    cell: ({ updates: { approved } }) => (approved === 0 ? "" : formatNumber(approved)),
    file: ({ updates: { approved } }) => approved,
  },
  {
    id: "reboot",
    title: words.reboot,
    width: 100,
    wide: true,
    cell: (agent) => (agent.needs_reboot ? agents.rebootNeeded : ""),
    file: (agent) => (agent.needs_reboot ? agents.rebootNeeded : ""),
  },
  {
    id: "scanned_at",
    title: words.lastScan,
    width: 140,
    cell: ({ updates: { scanned_at } }) => <Ago time={scanned_at} />,
    file: ({ updates: { scanned_at } }) => scanned_at ?? "",
  },
];
