/** What the list of recordings shows. */
import type { Schema } from "../api/client";
import { kindName } from "../remote/columns";
import { formatBytes, formatDuration } from "../texts/format";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { recordings as words } from "./messages";
import { RecordingStatus } from "./RecordingStatus";

export const recordingColumns: Column<Schema<"Recording">>[] = [
  {
    id: "kind",
    title: words.column.kind,
    width: 110,
    cell: (recording) => (
      <TextLink to="/recordings/$recordingId" params={paramsOf(recording)} size="md">
        <span style={{ whiteSpace: "nowrap" }}>{kindName(recording)}</span>
      </TextLink>
    ),
  },
  { id: "agent", title: words.column.agent, cell: (recording) => <AgentLink {...recording} /> },
  {
    id: "place",
    title: words.column.place,
    wide: true,
    cell: ({ client_name, site_name }) => [client_name, site_name].filter(Boolean).join(" · "),
  },
  { id: "user", title: words.column.user, wide: true, cell: ({ username }) => username },
  {
    id: "began",
    title: words.column.began,
    width: 140,
    cell: ({ began }) => <Ago time={began} />,
  },
  {
    id: "duration",
    title: words.column.duration,
    width: 110,
    align: "right",
    wide: true,
    cell: ({ duration_seconds }) => formatDuration(duration_seconds),
  },
  {
    id: "size",
    title: words.column.size,
    width: 100,
    align: "right",
    wide: true,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  {
    id: "state",
    title: words.column.state,
    width: 180,
    cell: (recording) => <RecordingStatus {...recording} />,
  },
  { id: "reason", title: words.column.reason, wide: true, cell: ({ reason }) => reason },
];

const paramsOf = ({ id }: Schema<"Recording">) => ({ recordingId: String(id) });

/** The agent, which may have been removed since. */
export function AgentLink({
  agent_id,
  hostname,
}: Pick<Schema<"Recording">, "agent_id" | "hostname">) {
  if (!agent_id) return hostname;
  return (
    <TextLink to="/agents/$agentId" params={{ agentId: agent_id }} size="md">
      {hostname}
    </TextLink>
  );
}
