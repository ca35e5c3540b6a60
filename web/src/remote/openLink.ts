/** Opens the session that a link leads to: once, however often its page asks. */
import { Problem } from "../api/problem";
import { kindOf } from "./kind";
import type { SentLink } from "./link";
import { remote as words } from "./messages";
import { openSession } from "./openSession";
import { checkLink, type LinkedSession } from "./queries";

/** By their signatures. */
const opened = new Map<string, Promise<LinkedSession>>();

/** Rejects with a [`Problem`] when the link or the session is refused. */
export function openLink(link: SentLink): Promise<LinkedSession> {
  const before = opened.get(link.signature);
  if (before) return before;
  const opening = open(link);
  opened.set(link.signature, opening);
  // What was refused may be tried again.
  void opening.catch(() => opened.delete(link.signature));
  return opening;
}

async function open(link: SentLink): Promise<LinkedSession> {
  const session = await checkLink(link);
  const { agent_id: agentId, hostname, host, port } = session;
  const kind = kindOf(session.kind);
  if (!kind) throw new Problem(words.notYet, 0, "browser");
  await openSession({ agentId, hostname, kind, ...(kind === "tunnel" && { host, port }) });
  return session;
}
