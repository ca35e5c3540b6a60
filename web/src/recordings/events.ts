/** What was done with files or through a tunnel, read from a recording as far as it is wanted. */
import { readEvent, type SessionEvent } from "./details";
import type { Source } from "./findings";
import type { PartInfo, Stretch } from "./timeline";

export interface EventPage {
  events: SessionEvent[];
  /** The position of the part to go on with; null at the end. */
  next: number | null;
}

/** So many are shown before somebody asks for more. */
const ENOUGH = 200;

/** The events of a stretch of time, from a position in the list of parts on. */
export async function readEvents(
  source: Source,
  parts: PartInfo[],
  { from, to }: Stretch,
  position: number,
): Promise<EventPage> {
  const events: SessionEvent[] = [];
  for (let at = position; at < parts.length; at += 1) {
    const part = parts[at];
    if (!part || part.first_ms > to) break;
    if (part.last_ms < from) continue;
    const items = await source.read(part);
    const within = items.filter(({ type, ms }) => type === "event" && ms >= from && ms <= to);
    events.push(...within.map(readEvent));
    if (events.length >= ENOUGH && at + 1 < parts.length) return { events, next: at + 1 };
  }
  return { events, next: null };
}
