/** Which things of a folder are chosen, by mouse and by keyboard: pure functions. */

export interface Selection {
  chosen: ReadonlySet<string>;
  /** Where the keyboard is; -1 in an empty folder. */
  cursor: number;
  /** Where a range begins. */
  anchor: number;
}

export const NOTHING: Selection = { chosen: new Set(), cursor: 0, anchor: 0 };

export interface Modifiers {
  /** Ctrl or the command key. */
  adds: boolean;
  /** Shift. */
  extends: boolean;
}

/** A row was clicked. */
export function clicked(
  selection: Selection,
  names: string[],
  row: number,
  { adds, extends: isRange }: Modifiers,
): Selection {
  const name = names[row];
  if (name === undefined) return selection;
  if (isRange) return ranged(selection, names, row, adds);
  if (!adds) return { chosen: new Set([name]), cursor: row, anchor: row };
  return { chosen: toggledName(selection.chosen, name), cursor: row, anchor: row };
}

/** An arrow or a page key: the row is chosen, or the range grows, or only the cursor moves. */
export function movedTo(
  selection: Selection,
  names: string[],
  wanted: number,
  { adds, extends: isRange }: Modifiers,
): Selection {
  const row = Math.max(0, Math.min(names.length - 1, wanted));
  const name = names[row];
  if (name === undefined) return selection;
  if (isRange) return ranged(selection, names, row, false);
  if (adds) return { ...selection, cursor: row };
  return { chosen: new Set([name]), cursor: row, anchor: row };
}

/** The row of the cursor is added or taken out. */
export function toggled(selection: Selection, names: string[]): Selection {
  const name = names[selection.cursor];
  if (name === undefined) return selection;
  const chosen = toggledName(selection.chosen, name);
  return { chosen, cursor: selection.cursor, anchor: selection.cursor };
}

export const all = (selection: Selection, names: string[]): Selection => ({
  ...selection,
  chosen: new Set(names),
});

/** After the folder was read again, or sorted: what is gone is not chosen, and the cursor stays with its name. */
export function kept(selection: Selection, before: string[], names: string[]): Selection {
  const there = new Set(names);
  const chosen = new Set([...selection.chosen].filter((name) => there.has(name)));
  const rowOf = (row: number) => names.indexOf(before[row] ?? "");
  const same = rowOf(selection.cursor);
  const cursor = same >= 0 ? same : Math.max(0, Math.min(selection.cursor, names.length - 1));
  const anchor = rowOf(selection.anchor);
  return { chosen, cursor, anchor: anchor >= 0 ? anchor : cursor };
}

/** The next row whose name begins with what was typed; -1 when there is none. */
export function found(names: string[], typed: string, cursor: number): number {
  const begins = (name: string) => name.toLowerCase().startsWith(typed.toLowerCase());
  // One letter goes on from the row of the cursor, more letters stay while they fit.
  const from = typed.length > 1 ? cursor : cursor + 1;
  const order = names.map((_, at) => (from + at) % names.length);
  return order.find((row) => begins(names[row] ?? "")) ?? -1;
}

function ranged(
  { chosen, anchor }: Selection,
  names: string[],
  row: number,
  adds: boolean,
): Selection {
  const [low, high] = anchor < row ? [anchor, row] : [row, anchor];
  const range = names.slice(Math.max(0, low), high + 1);
  return { chosen: new Set(adds ? [...chosen, ...range] : range), cursor: row, anchor };
}

function toggledName(chosen: ReadonlySet<string>, name: string): Set<string> {
  const next = new Set(chosen);
  if (!next.delete(name)) next.add(name);
  return next;
}
