/** A list of sessions, which can be joined and ended. */
import type { UseQueryResult } from "@tanstack/react-query";
import { ConfirmDialog } from "../ui/ConfirmDialog";
import { useDialog } from "../ui/dialog";
import { List } from "../ui/List";
import { useNow } from "../ui/Moment";
import { useAction } from "../ui/useAction";
import { kindName, sessionColumns } from "./columns";
import { remote as words } from "./messages";
import { joinSession } from "./openSession";
import { endSession, type RemoteSession } from "./queries";
import { isAlive } from "./rows";
import { SessionDetails } from "./SessionDetails";

interface SessionListProps {
  label: string;
  query: UseQueryResult<RemoteSession[]>;
  none: { title: string; hint: string };
  /** Whether all are of one agent, which is not named then. */
  ofAgent?: boolean;
}

export function SessionList({ label, query, none, ofAgent = false }: SessionListProps) {
  const dialog = useDialog();
  const now = useNow();
  const join = useAction({ act: (id: string) => joinSession(id), refresh: [["remote"]] });
  const columns = sessionColumns(
    { join: (id) => join.mutate(id), end: (id) => dialog.show("end-session", id) },
    now,
  );
  return (
    <List
      label={label}
      query={query}
      columns={ofAgent ? columns.filter(({ id }) => id !== "agent") : columns}
      id={({ session }) => session}
      order="-started"
      none={none}
      detail={(session) => <SessionDetails session={session} />}
      detailLabel={(session) => words.details(kindName(session), session.user)}
      faded={(session) => !isAlive(session)}
      dialogs={(all) => {
        const open = dialog.open?.name === "end-session" ? dialog.open : null;
        const session = all.find((one) => one.session === open?.subject && isAlive(one));
        return session && <EndDialog session={session} onClose={dialog.close} />;
      }}
    />
  );
}

function EndDialog({ session, onClose }: { session: RemoteSession; onClose: () => void }) {
  const end = useAction({
    act: () => endSession(session.session),
    done: words.endedNow,
    refresh: [["remote"]],
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={words.endTitle}
      targets={[words.tabLabel(kindName(session), session.hostname)]}
      action={words.endSession}
      busy={end.isPending}
      onConfirm={() => end.mutate()}
      onClose={onClose}
    >
      {words.endText}
    </ConfirmDialog>
  );
}
