/**
 * Has the sessions of this tab on every page, and the dialog that opens one. It
 * is part of the frame, outside of the pages, so nothing ends when they change;
 * its code is loaded with the first session.
 */
import { lazy, Suspense, useSyncExternalStore } from "react";
import { useDialog } from "../ui/dialog";
import { codes } from "./code";
import { kindOf } from "./kind";
import { sessions } from "./sessions";

const Dock = lazy(() => import("./dock/Dock"));
const CodeDialog = lazy(() => import("./CodeDialog"));
const OpenDialog = lazy(() => import("./OpenDialog"));
const VncDialog = lazy(() => import("./vnc/VncDialog"));

export function RemoteHost() {
  const isNeeded = useSyncExternalStore(sessions.watch, sessions.any);
  const question = useSyncExternalStore(codes.watch, codes.question);
  const { open, close } = useDialog();
  // `?dialog=open-remote:terminal:<agent>`.
  const [name = "", agentId] = open?.name === "open-remote" ? (open.subject ?? "").split(":") : [];
  const kind = kindOf(name);
  return (
    <Suspense>
      {isNeeded && <Dock />}
      {kind === "tunnel" && agentId && <VncDialog agentId={agentId} onClose={close} />}
      {kind && kind !== "tunnel" && agentId && (
        <OpenDialog agentId={agentId} kind={kind} onClose={close} />
      )}
      {question && <CodeDialog />}
    </Suspense>
  );
}
