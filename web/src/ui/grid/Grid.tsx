/**
 * A table for ten thousand rows and more. Only the rows on the screen are rendered;
 * they are in a pane that stays put while the scroll bar moves, so that
 * scrolling, however fast, never shows a gap.
 */
import {
  type CSSProperties,
  useCallback,
  useId,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { useNow } from "../Moment";
import classes from "./Grid.module.css";
import { GridHead } from "./GridHead";
import { GridRow } from "./GridRow";
import { columnsOf } from "./layout";
import { clicked, doubleClicked, rowOf } from "./mouse";
import { type GridProps, TICKS } from "./props";
import { toggledRow, withRange } from "./selection";
import { useGridKeys } from "./useGridKeys";
import { useViewport } from "./useViewport";

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
    current: () =>
      document.activeElement === scroller.current ? rows[keys.cursor.row] : undefined,
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
              // With Shift the browser's own menu opens, as everywhere.
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
