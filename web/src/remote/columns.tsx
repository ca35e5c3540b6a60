/** What the lists of sessions show. */
import { Group } from "@mantine/core";
import { IconPlayerStop, IconPlugConnected, IconVideo } from "@tabler/icons-react";
import { formatDuration } from "../texts/format";
import { IconAction } from "../ui/actions";
import type { Column } from "../ui/column";
import { TextLink } from "../ui/links";
import { Ago } from "../ui/Moment";
import { Status } from "../ui/Status";
import { kindOf } from "./kind";
import { KINDS } from "./kinds";
import { remote as words } from "./messages";
import type { RemoteSession } from "./queries";
import { isAlive, secondsOf, toneOf, watchers } from "./rows";

interface Acts {
  join: (session: RemoteSession) => void;
  end: (id: string) => void;
  /** Shows what was recorded of it. */
  watch: (id: string) => void;
}

/** Its name, also of a kind that only a newer server has. */
export function kindName({ kind }: { kind: string }): string {
  const known = kindOf(kind);
  return known ? words.kinds[known] : kind;
}

export function sessionColumns(acts: Acts, now: number): Column<RemoteSession>[] {
  return [
    {
      id: "kind",
      title: words.column.kind,
      width: 110,
      // On a narrow screen the name would be broken in two.
      cell: (session) => <span style={{ whiteSpace: "nowrap" }}>{kindName(session)}</span>,
      sort: (session) => session.kind,
    },
    {
      id: "agent",
      title: words.column.agent,
      cell: ({ agent_id, hostname }) => (
        <TextLink to="/agents/$agentId" params={{ agentId: agent_id }} size="md">
          {hostname}
        </TextLink>
      ),
      sort: (session) => session.hostname,
    },
    { id: "user", title: words.column.user, cell: ({ user }) => user, sort: ({ user }) => user },
    {
      id: "status",
      title: words.column.status,
      width: 130,
      cell: (session) => {
        const label = words.statuses[session.status] ?? session.status;
        // The row is quiet already; quieter words could hardly be read.
        return isAlive(session) ? <Status tone={toneOf(session)} label={label} /> : label;
      },
      sort: (session) => session.status,
    },
    {
      id: "started",
      title: words.column.started,
      width: 140,
      cell: ({ created }) => <Ago time={created} />,
      sort: (session) => session.created,
    },
    {
      id: "duration",
      title: words.column.duration,
      width: 110,
      align: "right",
      wide: true,
      cell: (session) => formatDuration(secondsOf(session, now)),
      sort: (session) => secondsOf(session, now),
    },
    {
      id: "viewers",
      title: words.column.viewers,
      wide: true,
      cell: (session) => watchers(session).join(", "),
    },
    {
      id: "reason",
      title: words.column.reason,
      wide: true,
      cell: ({ reason, end_reason }) => [reason, end_reason].filter(Boolean).join(" · "),
    },
    {
      id: "actions",
      title: "",
      width: 112,
      cell: (session) => <Actions session={session} acts={acts} />,
    },
  ];
}

function Actions({ session, acts }: { session: RemoteSession; acts: Acts }) {
  const { session: id, hostname } = session;
  const known = kindOf(session.kind);
  const info = known && KINDS[known];
  const name = kindName(session);
  const alive = isAlive(session);
  return (
    <Group gap={2} wrap="nowrap" justify="flex-end">
      {session.recording !== "off" && (
        <IconAction
          label={words.watchLabel(name, hostname)}
          right="can_view_recordings"
          onClick={() => acts.watch(id)}
        >
          <IconVideo size={16} />
        </IconAction>
      )}
      {alive && (
        <IconAction
          label={words.joinLabel(name, hostname)}
          right={info?.right}
          blocked={info ? undefined : words.notYet}
          onClick={() => acts.join(session)}
        >
          <IconPlugConnected size={16} />
        </IconAction>
      )}
      {alive && (
        <IconAction
          label={words.endLabel(name, hostname)}
          right={info?.right}
          onClick={() => acts.end(id)}
        >
          <IconPlayerStop size={16} />
        </IconAction>
      )}
    </Group>
  );
}
