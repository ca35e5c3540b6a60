/** Opens sessions, joins them, and comes back to them after a reload. */
import { Problem } from "../api/problem";
import { notify } from "../ui/notify";
import { withCode } from "./code";
import { activated, restored } from "./dock/state";
import { requestsOf } from "./files/requests";
import { formerViewers } from "./formerViewers";
import { kindOf } from "./kind";
import { remote as words } from "./messages";
import { toHex } from "./pipe/bytes";
import type { Join } from "./pipe/connection";
import { newKeys, type ViewerKeys } from "./pipe/handshake";
import { Pipe } from "./pipe/pipe";
import type { Closing } from "./pipe/relaySocket";
import {
  addViewer,
  createSession,
  type NewSession,
  type OpenedSession,
  readSession,
} from "./queries";
import { closingOf, relayAddress } from "./relay";
import { isAlive } from "./rows";
import { screenFeedOf } from "./screen/feeds";
import { sessions, type Wanted } from "./sessions";
import { settings } from "./settings";
import { lackOfBrowser } from "./support";
import { TerminalFeed } from "./terminal/feed";

/** Rejects with a [`Problem`] when the server refuses, and shows the session otherwise. */
export async function openSession(wanted: Wanted): Promise<void> {
  const { agentId, kind, shell, runAsUser, reason, hostname, host, port } = wanted;
  const target = { ...(host && { host }), ...(port && { port }) };
  const keys = await keysOrProblem();
  const { rows, cols } = settings.get();
  const body: NewSession = {
    agent_id: agentId,
    kind,
    public_key: toHex(keys.publicKey),
    ...(reason && { reason }),
    ...(kind === "terminal" && { shell: shell ?? "", run_as_user: runAsUser ?? false, rows, cols }),
    ...target,
  };
  const opened = await withCode((code) => createSession({ ...body, ...asked(code) }));
  const again = { agentId, hostname, kind, ...(shell && { shell }), ...target };
  const others = { ...(reason && { reason }), ...(runAsUser && { runAsUser }) };
  show(opened.session, { ...again, ...others }, joinWith(keys, opened));
}

/** Joins a session that is open already, also after a reload. */
export async function joinSession(id: string): Promise<void> {
  if (sessions.find(id)) return sessions.arrange((state) => activated(state, id));
  const session = await readSession(id);
  const kind = kindOf(session.kind);
  if (!kind) throw new Problem(words.notYet, 0, "browser");
  if (!isAlive(session)) throw new Problem(session.end_reason, 409, "conflict");
  const { agent_id: agentId, hostname, host, port } = session;
  // The agent may be away for a moment: the pipe tries until it is back.
  show(id, { agentId, hostname, kind, ...(kind === "tunnel" && { host, port }) });
}

/** Joins again what was open before the page was reloaded. */
export async function rejoin(): Promise<void> {
  const kept = sessions.takeKept();
  const joined = await Promise.allSettled(kept.order.map(joinSession));
  const ended = joined.filter(({ status }) => status === "rejected").length;
  const alive = kept.order.filter((id) => sessions.find(id));
  // Whoever opened another one meanwhile keeps looking at it.
  const others = sessions.dock().order.filter((id) => !alive.includes(id));
  if (alive.length > 0 && others.length === 0) sessions.arrange(() => restored(kept, alive));
  if (alive.length === 0) sessions.arrange((state) => state);
  if (ended > 0) notify(words.notRejoined(ended));
}

function show(id: string, wanted: Wanted, first?: Join) {
  const former = formerViewers.of(id);
  const pipe = new Pipe({
    join: () => viewerOf(id),
    closingOf: closing,
    onStarted: (viewer) => formerViewers.remember(id, viewer),
    ...(former && { former }),
  });
  const feed = wanted.kind === "terminal" ? new TerminalFeed(pipe) : undefined;
  // Its channels, before the first packet comes.
  if (wanted.kind === "screen") screenFeedOf(pipe);
  if (wanted.kind === "files") requestsOf(pipe);
  sessions.add({ ...wanted, id, pipe, ...(feed && { feed }) });
  pipe.begin(first);
}

async function viewerOf(id: string): Promise<Join> {
  const keys = await keysOrProblem();
  const body = { public_key: toHex(keys.publicKey) };
  return joinWith(keys, await withCode((code) => addViewer(id, { ...body, ...asked(code) })));
}

const asked = (code: string | undefined) => code !== undefined && { twofactor: code };

const joinWith = (keys: ViewerKeys, opened: OpenedSession): Join => ({
  keys,
  opened: { ...opened, relay_url: relayAddress(opened.relay_url, window.location.href) },
});

const closing = (error: unknown): Closing => closingOf(Problem.from(error));

async function keysOrProblem(): Promise<ViewerKeys> {
  const lack = lackOfBrowser();
  if (lack) throw new Problem(lack, 0, "browser");
  try {
    return await newKeys();
  } catch {
    // The keys that remote sessions use are newer than the rest of the page needs.
    throw new Problem(words.oldBrowser, 0, "browser");
  }
}
