/** A list of sessions, which can be joined and ended. */
import type { UseQueryResult } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { lazy, Suspense } from "react";
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
import { clientOf } from "./vnc/command";

const TunnelDialog = lazy(() => import("./vnc/TunnelDialog"));

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
  const navigate = useNavigate();
  const join = useAction({ act: (id: string) => joinSession(id), refresh: [["remote"]] });
  const joinOrSay = (session: RemoteSession) => {
    const isShown = session.kind !== "tunnel" || clientOf(session.port) === "vnc";
    return isShown ? join.mutate(session.session) : dialog.show("tunnel", session.session);
  };
  const end = (id: string) => dialog.show("end-session", id);
  const watch = (id: string) => void navigate({ to: "/recordings", search: { session: id } });
  const columns = sessionColumns({ join: joinOrSay, end, watch }, now);
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
        const session = all.find((one) => one.session === dialog.open?.subject && isAlive(one));
        if (!session) return null;
        const joinAsVnc = () => {
          dialog.close();
          join.mutate(session.session);
        };
        return (
          <SessionDialog
            name={dialog.open?.name}
            session={session}
            onVnc={joinAsVnc}
            onClose={dialog.close}
          />
        );
      }}
    />
  );
}

interface SessionDialogProps {
  name: string | undefined;
  session: RemoteSession;
  onVnc: () => void;
  onClose: () => void;
}

function SessionDialog({ name, session, onVnc, onClose }: SessionDialogProps) {
  if (name === "end-session") return <EndDialog session={session} onClose={onClose} />;
  if (name !== "tunnel") return null;
  return (
    <Suspense>
      <TunnelDialog session={session} onVnc={onVnc} onClose={onClose} />
    </Suspense>
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
