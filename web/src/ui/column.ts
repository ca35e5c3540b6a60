/** What a table is given: its columns, and what its rows can do. */
import type { ReactNode } from "react";
import type { Sortable } from "./sorting";

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** What to sort by; a column without it is not sortable. */
  sort?: (row: Row) => Sortable;
  /** Its value in a file; by default what it sorts by. */
  file?: (row: Row) => Sortable;
  width?: number | string;
  align?: "left" | "right";
  /** Left out where there is no room. */
  wide?: boolean;
}

export interface DataTableProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  columns: Column<Row>[];
  rows: Row[];
  id: (row: Row) => string | number;
  /** Shown instead of no rows. */
  empty: ReactNode;
  /** The order when the address names none: `name`, `-time`. */
  order?: string;
  /** The filter that holds the order; two tables on a page need two. */
  sortFilter?: string;
  onOpen?: (row: Row) => void;
  /** What a row shows below itself when opened; nothing for a row without details. */
  detail?: (row: Row) => ReactNode;
  /** Names the button that opens it. */
  detailLabel?: (row: Row) => string;
  /** Quiet rows: switched off, hidden. */
  faded?: (row: Row) => boolean;
}
