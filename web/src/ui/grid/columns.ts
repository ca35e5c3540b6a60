/** What a column of the grid is. */
import type { ReactNode } from "react";
import { csv } from "../saveFile";
import type { Sortable } from "../sorting";

export interface GridColumn<Row> {
  id: string;
  title: string;
  /** Pixels at first; a person may drag it to another width. */
  width: number;
  /** What the column is sorted by, and what is read in it unless `text` says otherwise. */
  sort: (row: Row) => Sortable;
  /** The words of a cell: on the screen, in the tooltip and in files. */
  text?: (row: Row) => string;
  /** In files, where "3 minutes ago" would say nothing any more. */
  file?: (row: Row) => string;
  /** Drawn instead of the words. */
  cell?: (row: Row) => ReactNode;
  /** More than the cell says, while the pointer rests on it. */
  tip?: (row: Row) => string | undefined;
  /** Below the words of a fixed column on a phone: what distinguishes rows of the same name. */
  under?: (row: Row) => string;
  align?: "right";
  /** Always shown, at the left edge, and leads to the row's own page. */
  fixed?: boolean;
  /** Only found in the column chooser. */
  hidden?: boolean;
}

export function cellText<Row>(column: GridColumn<Row>, row: Row): string {
  if (column.text) return column.text(row);
  const value = column.sort(row);
  return value === null || value === undefined ? "" : String(value);
}

/** The rows as a file, with the columns that are shown. */
export function gridCsv<Row>(columns: GridColumn<Row>[], rows: Row[]): string {
  const head = columns.map(({ title }) => title);
  const cell = (column: GridColumn<Row>, row: Row) => column.file?.(row) ?? cellText(column, row);
  return csv([head, ...rows.map((row) => columns.map((column) => cell(column, row)))]);
}
