/** What waits in somebody's name, as lines for people. */
import { bulk } from "../bulk/messages";
import { withMoments } from "../texts/format";
import { pendingWork as words } from "./messages";
import type { PendingWork } from "./queries";

/** The rest is counted. */
const SHOWN = 8;

interface WaitingLine {
  id: string;
  text: string;
}

/** The first lines, bulk actions before single runs, and how many there are beyond them. */
export function waitingLines(work: PendingWork): { lines: WaitingLine[]; more: number } {
  const modes: Record<string, string> = bulk.modes;
  const bulks = work.bulks.map(({ id, mode, waiting }) => ({
    id: `bulk ${id}`,
    text: words.bulk(modes[mode] ?? mode, waiting),
  }));
  const runs = work.runs.map(({ id, description, hostname }) => ({
    id: `run ${id}`,
    text: words.run(begun(withMoments(description)), hostname),
  }));
  const lines = [...bulks, ...runs].slice(0, SHOWN);
  return { lines, more: work.bulk_count + work.run_count - lines.length };
}

function begun(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
