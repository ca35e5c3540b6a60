/** What closing a session means. */
import type { OpenSession } from "../sessions";

/** A terminal whose shell still runs, and in which somebody typed something; files that are on their way. */
export async function mustAsk(session: OpenSession): Promise<boolean> {
  const { kind, pipe, feed } = session;
  if (pipe.status().phase.is === "ended") return false;
  if (kind === "files") return isTransferring(session);
  const status = feed?.status();
  return status !== undefined && status.exit === null && status.hasTyped;
}

/** Nobody else sees it: closed, it has no purpose any more. Whoever only watches just leaves. */
export function endsWith({ pipe }: Pick<OpenSession, "pipe">): boolean {
  const { phase, driver, viewers } = pipe.status();
  return phase.is !== "ended" && driver && viewers.length < 2;
}

/** All about files is only loaded where they are open: what cannot be loaded transfers nothing. */
async function isTransferring(session: OpenSession): Promise<boolean> {
  const files = await import("../files/fileSession").catch(() => null);
  return (
    files
      ?.fileSessionOf(session)
      .transfers.get()
      .all.some((one) => one.isActive) ?? false
  );
}
