/** What a grid is given, and what others may do with it. */
import type { Ref } from "react";
import type { Spot } from "../SpotMenu";
import type { GridColumn } from "./columns";
import type { GridLayout } from "./layout";
import type { Chosen } from "./selection";
import type { GridPosition } from "./useViewport";

/** The column of ticks. */
export const TICKS = 40;

export interface GridProps<Row> {
  /** What the rows are, for screen readers. */
  label: string;
  /** Every column there is, shown or not. */
  columns: GridColumn<Row>[];
  /** In the order they are shown. */
  rows: Row[];
  id: (row: Row) => string;
  name: (row: Row) => string;
  /** The page of a row. */
  address: (row: Row) => string;
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  /** `name`, `-name`, or nothing for the order the rows come in. */
  order: string;
  onOrder: (order: string) => void;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  onOpen: (row: Row) => void;
  /** What a double click does; opens the row by default. */
  onDoubleClick?: (row: Row) => void;
  /** The row's menu was requested: with the right mouse button, or its key. */
  onMenu: (row: Row, spot: Spot) => void;
  /** The scroll position to start from, and the current one: to restore it on Back. */
  from?: GridPosition | undefined;
  onPosition?: (place: GridPosition) => void;
  handle?: Ref<GridHandle<Row>>;
}

/** What others may do with a grid. */
export interface GridHandle<Row> {
  /** Moves the keyboard cursor to the first row. */
  enter: () => void;
  /** The row at the keyboard cursor, while keys go to the grid. */
  current: () => Row | undefined;
}
