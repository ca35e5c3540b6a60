/** The grid by keyboard: arrows walk, Space chooses, Enter opens or sorts. */
import { type KeyboardEvent, type MouseEvent, type RefObject, useState } from "react";
import type { Spot } from "../SpotMenu";
import { toggled } from "../sorting";
import type { GridColumn } from "./columns";
import { type Cursor, moved } from "./cursor";
import { withMoved, withWidth } from "./layout";
import { type GridProps, TICKS } from "./props";
import { HEAD, revealCell, revealRow, type Viewport } from "./useViewport";

interface Keys<Row> extends GridProps<Row> {
  /** Those that are shown. */
  columns: GridColumn<Row>[];
  ids: string[];
  scroller: RefObject<HTMLDivElement | null>;
  viewport: Viewport;
  tick: (row: number, range: boolean) => void;
}

/** How far Alt and an arrow widen a column. */
const WIDEN = 16;

export function useGridKeys<Row>(grid: Keys<Row>) {
  const [at, setAt] = useState<Cursor>({ row: 0, column: 1 });
  // Rows and columns may have become fewer since.
  const cursor = {
    row: Math.min(at.row, grid.rows.length - 1),
    column: Math.min(at.column, grid.columns.length),
  };

  const go = (to: Cursor) => {
    setAt(to);
    const box = grid.scroller.current;
    if (!box) return;
    if (to.row >= 0) revealRow(box, to.row, grid.viewport.row);
    reveal(box, grid.columns, to.column);
  };

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    const extent = {
      rows: grid.rows.length,
      columns: grid.columns.length + 1,
      page: Math.max(1, Math.floor(grid.viewport.height / grid.viewport.row) - 1),
    };
    const done = cursor.row < 0 ? inHead(event, grid, cursor) : inRows(event, grid, cursor);
    const to = done ? null : moved(cursor, event.key, event.ctrlKey || event.metaKey, extent);
    if (to) go(to);
    if (to || done) event.preventDefault();
  };

  const onMouseDown = (event: MouseEvent) => {
    const cell = (event.target as Element).closest("[data-column]");
    const row = cell?.closest("[data-row]");
    if (!cell || !row) return;
    setAt({
      row: Number(row.getAttribute("data-row")),
      column: Number(cell.getAttribute("data-column")),
    });
  };
  return { cursor, go, onKeyDown, onMouseDown };
}

/** Whether the key did something to a row. */
function inRows<Row>(event: KeyboardEvent, grid: Keys<Row>, { row }: Cursor): boolean {
  const here = grid.rows[row];
  if (event.key === "a" && (event.ctrlKey || event.metaKey)) grid.onChoose(new Set(grid.ids));
  else if (event.key === "Escape" && grid.chosen.size > 0) grid.onChoose(new Set());
  else if (event.key === " ") grid.tick(row, event.shiftKey);
  else if (event.key === "Enter" && here !== undefined) grid.onOpen(here);
  else if (isMenuKey(event) && here !== undefined) grid.onMenu(here, spotOf(grid, row));
  else return false;
  return true;
}

function isMenuKey(event: KeyboardEvent): boolean {
  return event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey);
}

/** Under the row, beside its ticks. */
function spotOf<Row>({ scroller, viewport }: Keys<Row>, row: number): Spot {
  const box = scroller.current?.getBoundingClientRect() ?? { left: 0, top: 0 };
  const top = HEAD + (row + 1) * viewport.row - (scroller.current?.scrollTop ?? 0);
  return { x: box.left + TICKS, y: box.top + top };
}

/** Whether the key did something to a column. */
function inHead<Row>(event: KeyboardEvent, grid: Keys<Row>, { column }: Cursor): boolean {
  const here = grid.columns[column - 1];
  const enters = event.key === "Enter" || event.key === " ";
  if (!here) {
    if (enters) grid.onChoose(new Set(grid.chosen.size > 0 ? [] : grid.ids));
    return enters;
  }
  const side = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (enters) grid.onOrder(toggled(grid.order, here.id));
  else if (side && event.altKey) {
    grid.onLayout(withWidth(grid.layout, here.id, here.width + side * WIDEN));
  } else if (side && event.shiftKey) {
    const beside = grid.columns[column - 1 + side];
    if (beside && !here.fixed && !beside.fixed) {
      grid.onLayout(withMoved(grid.layout, here.id, beside.id));
    }
  } else return false;
  return true;
}

function reveal<Row>(box: HTMLDivElement, columns: GridColumn<Row>[], column: number) {
  const here = columns[column - 1];
  if (!here || here.fixed) return;
  const width = (those: GridColumn<Row>[]) => those.reduce((sum, one) => sum + one.width, 0);
  const fixed = TICKS + width(columns.filter((one) => one.fixed));
  revealCell(box, TICKS + width(columns.slice(0, column - 1)), here.width, fixed);
}
