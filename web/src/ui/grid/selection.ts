/** Which rows are chosen. */

export type Chosen = ReadonlySet<string>;

export function toggledRow(chosen: Chosen, id: string): Chosen {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** Everything from the row that was last ticked to this one. */
export function withRange(chosen: Chosen, ids: string[], from: number, to: number): Chosen {
  const [low, high] = from < to ? [from, to] : [to, from];
  return new Set([...chosen, ...ids.slice(Math.max(0, low), high + 1)]);
}

export type Extent = "none" | "some" | "all";

export function extentOf(chosen: Chosen, ids: string[]): Extent {
  const found = ids.reduce((count, id) => count + Number(chosen.has(id)), 0);
  if (found === 0) return "none";
  return found === ids.length ? "all" : "some";
}
