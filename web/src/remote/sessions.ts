/**
 * The sessions that are open in this tab of the browser. They live outside of
 * all pages, so that a terminal stays while its user walks through the
 * application. Over a reload the browser keeps their ids, and no key.
 */
import { useSyncExternalStore } from "react";
import { session as signedIn } from "../session/session";
import { type DockState, EMPTY, readState, withOpened, withoutClosed } from "./dock/state";
import type { Kind } from "./kind";
import type { Pipe } from "./pipe/pipe";
import type { TerminalFeed } from "./terminal/feed";

/** What somebody asked for. */
export interface Wanted {
  agentId: string;
  hostname: string;
  kind: Kind;
  /** Empty: the agent's default. */
  shell?: string;
  runAsUser?: boolean;
  reason?: string;
  /** Of a tunnel: where it leads, as the agent sees it. */
  host?: string;
  port?: number;
}

export interface OpenSession extends Wanted {
  id: string;
  pipe: Pipe;
  /** Of a terminal. */
  feed?: TerminalFeed;
}

/** What each kind of session is drawn with. */
export interface PanelProps {
  session: OpenSession;
  /** Whether it can be seen at this moment. */
  isShown: boolean;
}

const KEY = "muster.remote.sessions";
const watchers = new Set<() => void>();
let open = new Map<string, OpenSession>();
/** What was open before the page was reloaded, until it has been joined again. */
let kept = stored();
let dock = EMPTY;
let owner: string | undefined;

function stored(): DockState {
  try {
    return readState(sessionStorage.getItem(KEY));
  } catch {
    return EMPTY;
  }
}

function change(next: DockState) {
  dock = next;
  sessionStorage.setItem(KEY, JSON.stringify(dock));
  for (const watcher of [...watchers]) watcher();
}

export const sessions = {
  /** Whether there is anything to show, or to join again. */
  any: () => dock.order.length > 0 || kept.order.length > 0,
  dock: () => dock,
  find: (id: string) => open.get(id),

  /** What was open before a reload; it is handed out once. */
  takeKept(): DockState {
    const before = kept;
    kept = EMPTY;
    return before;
  },

  add(session: OpenSession) {
    open.set(session.id, session);
    owner = signedIn.current()?.username;
    change(withOpened(dock, session.id));
  },

  /** Takes a session off the screen. It goes on at the agent, until somebody ends it. */
  remove(id: string) {
    open.get(id)?.pipe.leave();
    open.delete(id);
    change(withoutClosed(dock, id));
  },

  arrange(how: (state: DockState) => DockState) {
    change(how(dock));
  },

  watch(watcher: () => void) {
    watchers.add(watcher);
    return () => {
      watchers.delete(watcher);
    };
  },
};

// What one person opened must not be in the hands of the next.
signedIn.subscribe(() => {
  const now = signedIn.current()?.username;
  if (now === owner && now !== undefined) return;
  const before = [...open.values()];
  if (before.length === 0) return;
  open = new Map();
  for (const { pipe } of before) pipe.leave();
  change(EMPTY);
});

export function useDock(): DockState {
  return useSyncExternalStore(sessions.watch, sessions.dock);
}
