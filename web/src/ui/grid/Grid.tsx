/**
 * A table for ten thousand rows and more. Only the rows on the screen exist;
 * they stand in a pane that stays put while the scroll bar moves, so that
 * scrolling, however fast, never shows a place without rows.
 */
import {
  type CSSProperties,
  type MouseEvent,
  type Ref,
  useCallback,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { useNow } from "../Moment";
import type { Spot } from "../SpotMenu";
import type { GridColumn } from "./columns";
import classes from "./Grid.module.css";
import { GridHead } from "./GridHead";
import { GridRow } from "./GridRow";
import { columnsOf, type GridLayout } from "./layout";
import { type Chosen, toggledRow, withRange } from "./selection";
import { useGridKeys } from "./useGridKeys";
import { type GridPlace, useViewport } from "./useViewport";

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
  /** What a double click does; opens the row when not said. */
  onDoubleClick?: (row: Row) => void;
  /** The row's menu was asked for: with the other mouse button, or its key. */
  onMenu: (row: Row, spot: Spot) => void;
  /** Where it was left, and where it is now: for those who come back. */
  from?: GridPlace | undefined;
  onPlace?: (place: GridPlace) => void;
  handle?: Ref<GridHandle>;
}

/** What others may do with a grid. */
export interface GridHandle {
  /** Puts the keyboard on its first row. */
  enter: () => void;
}

export function Grid<Row>(props: GridProps<Row>) {
  const { rows, id, chosen, onChoose } = props;
  const scroller = useRef<HTMLDivElement>(null);
  const gridId = useId();
  const columns = useMemo(
    () => columnsOf(props.columns, props.layout),
    [props.columns, props.layout],
  );
  const ids = useMemo(() => rows.map(id), [rows, id]);
  const { viewport, onScroll } = useViewport(scroller, rows.length, props);
  const ticked = useRef(-1);
  const tick = useCallback(
    (row: number, range: boolean) => {
      const one = ids[row];
      if (one === undefined) return;
      onChoose(range ? withRange(chosen, ids, ticked.current, row) : toggledRow(chosen, one));
      ticked.current = row;
    },
    [ids, chosen, onChoose],
  );
  const keys = useGridKeys({ ...props, columns, ids, scroller, viewport, tick });
  const { go } = keys;
  useImperativeHandle(props.handle, () => ({
    enter: () => {
      scroller.current?.focus({ preventScroll: true });
      go({ row: 0, column: 1 });
    },
  }));
  const now = useNow();

  const shown = rows.slice(viewport.first, viewport.end);
  const width = TICKS + columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ "--row": `${viewport.row}px` } as CSSProperties}
      role="grid"
      aria-label={props.label}
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length + 1}
      aria-multiselectable
      aria-activedescendant={`${gridId}-${keys.cursor.row}-${keys.cursor.column}`}
      tabIndex={0}
      onScroll={onScroll}
      onKeyDown={keys.onKeyDown}
      onMouseDown={keys.onMouseDown}
    >
      <GridHead
        {...props}
        gridId={gridId}
        columns={columns}
        ids={ids}
        width={width}
        cursor={keys.cursor.row < 0 ? keys.cursor.column : -1}
      />
      <div style={{ width, height: rows.length * viewport.row }} role="presentation">
        <div className={classes.pane} style={{ height: viewport.height }} role="presentation">
          <div
            role="rowgroup"
            style={{ transform: `translateY(${viewport.offset}px)` }}
            onClick={(event) => clicked(event, props, tick, scroller.current)}
            onDoubleClick={(event) => doubleClicked(event, props)}
            onContextMenu={(event) => {
              const row = rows[rowOf(event)];
              // With Shift the browser's own menu comes, as everywhere.
              if (row === undefined || event.shiftKey) return;
              event.preventDefault();
              props.onMenu(row, { x: event.clientX, y: event.clientY });
            }}
          >
            {shown.map((row, place) => {
              const index = viewport.first + place;
              return (
                <GridRow
                  key={ids[index]}
                  gridId={gridId}
                  row={row}
                  index={index}
                  name={props.name}
                  address={props.address}
                  columns={columns}
                  chosen={chosen.has(ids[index] ?? "")}
                  cursor={keys.cursor.row === index ? keys.cursor.column : -1}
                  now={now}
                  isNarrow={viewport.isNarrow}
                />
              );
            })}
          </div>
        </div>
      </div>
    </div>
  );
}

/** Which row an event was for. */
export function rowOf(event: MouseEvent): number {
  const row = (event.target as Element).closest("[data-row]");
  return row ? Number(row.getAttribute("data-row")) : -1;
}

function clicked<Row>(
  event: MouseEvent,
  { rows, onOpen }: GridProps<Row>,
  tick: (row: number, range: boolean) => void,
  scroller: HTMLDivElement | null,
) {
  const target = event.target as Element;
  const row = rows[rowOf(event)];
  if (row === undefined) return;
  if (target.closest("[data-tick]")) {
    tick(rowOf(event), event.shiftKey);
    // The keyboard goes on from here, in the grid and not in the tick.
    scroller?.focus({ preventScroll: true });
  } else if (target.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    onOpen(row);
  }
}

function doubleClicked<Row>(event: MouseEvent, { rows, onOpen, onDoubleClick }: GridProps<Row>) {
  const row = rows[rowOf(event)];
  if (row === undefined || (event.target as Element).closest("[data-tick], a")) return;
  (onDoubleClick ?? onOpen)(row);
}
