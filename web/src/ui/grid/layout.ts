/** Which columns are shown, in which order and width. */
import type { GridColumn } from "./columns";

export interface GridLayout {
  /** Ids from left to right. */
  shown: string[];
  /** Only what was dragged to another width. */
  widths: Record<string, number>;
}

const NARROWEST = 48;

export function firstLayout(columns: GridColumn<never>[]): GridLayout {
  return { shown: columns.filter((column) => !column.hidden).map(({ id }) => id), widths: {} };
}

/** The columns of a layout. One that is gone is left out; fixed ones are there in any case, first. */
export function columnsOf<Row>(all: GridColumn<Row>[], { shown, widths }: GridLayout) {
  const known = new Map(all.map((column) => [column.id, column]));
  const chosen = shown.flatMap((id) => known.get(id) ?? []);
  return [...all.filter(({ fixed }) => fixed), ...chosen.filter(({ fixed }) => !fixed)].map(
    (column) => ({ ...column, width: widths[column.id] ?? column.width }),
  );
}

export function withWidth(layout: GridLayout, id: string, width: number): GridLayout {
  const whole = Math.max(NARROWEST, Math.round(width));
  return { ...layout, widths: { ...layout.widths, [id]: whole } };
}

/** Shows a column at the end, or hides it. */
export function withShown(layout: GridLayout, id: string, visible: boolean): GridLayout {
  const others = layout.shown.filter((one) => one !== id);
  return { ...layout, shown: visible ? [...others, id] : others };
}

/** Puts a column where another one is; that one makes room. */
export function withMoved(layout: GridLayout, id: string, to: string): GridLayout {
  const from = layout.shown.indexOf(id);
  const target = layout.shown.indexOf(to);
  if (from < 0 || target < 0) return layout;
  return { ...layout, shown: layout.shown.toSpliced(from, 1).toSpliced(target, 0, id) };
}

/** From what a browser or a view has stored; nothing when it is not a layout. */
export function readLayout(stored: unknown): GridLayout | null {
  const { shown, widths } = (stored ?? {}) as Partial<GridLayout>;
  if (!Array.isArray(shown) || !shown.every((id) => typeof id === "string")) return null;
  const usable = Object.entries(widths ?? {}).filter(([, width]) => Number(width) >= NARROWEST);
  return { shown, widths: Object.fromEntries(usable) };
}
