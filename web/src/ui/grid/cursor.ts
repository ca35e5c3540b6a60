/** Where the keyboard cursor is in the grid, and where each key moves it. */

/** Row -1 is the header; column 0 is the one with the ticks. */
export interface Cursor {
  row: number;
  column: number;
}

export interface Extent {
  rows: number;
  columns: number;
  /** Rows that fit on the screen. */
  page: number;
}

const STEPS: Record<string, (at: Cursor, extent: Extent) => Partial<Cursor>> = {
  ArrowUp: ({ row }) => ({ row: row - 1 }),
  ArrowDown: ({ row }) => ({ row: row + 1 }),
  ArrowLeft: ({ column }) => ({ column: column - 1 }),
  ArrowRight: ({ column }) => ({ column: column + 1 }),
  PageUp: ({ row }, { page }) => ({ row: Math.max(0, row - page) }),
  PageDown: ({ row }, { page }) => ({ row: row + page }),
  Home: () => ({ column: 0 }),
  End: (_, { columns }) => ({ column: columns - 1 }),
};

/** The cell a key leads to; nothing when the key does not move. */
export function moved(at: Cursor, key: string, ctrl: boolean, extent: Extent): Cursor | null {
  if (ctrl && key === "Home") return { row: 0, column: at.column };
  if (ctrl && key === "End") return { row: extent.rows - 1, column: at.column };
  const step = STEPS[key];
  if (!step || ctrl) return null;
  const to = { ...at, ...step(at, extent) };
  return {
    row: Math.max(-1, Math.min(extent.rows - 1, to.row)),
    column: Math.max(0, Math.min(extent.columns - 1, to.column)),
  };
}
