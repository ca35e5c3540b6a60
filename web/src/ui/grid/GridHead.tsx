/** The header of the grid: sorts, moves and widens columns, chooses all rows. */
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { type PointerEvent, useRef } from "react";
import { ui } from "../messages";
import { toggled } from "../sorting";
import type { GridColumn } from "./columns";
import classes from "./Grid.module.css";
import { type GridLayout, withMoved, withWidth } from "./layout";
import { type Chosen, extentOf } from "./selection";

interface GridHeadProps<Row> {
  gridId: string;
  columns: GridColumn<Row>[];
  ids: string[];
  width: number;
  /** The column of the keyboard cursor, -1 when it is below. */
  cursor: number;
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
  order: string;
  onOrder: (order: string) => void;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

export function GridHead<Row>(props: GridHeadProps<Row>) {
  const dragged = useRef("");
  return (
    <div role="row" className={classes.head} style={{ width: props.width }} aria-rowindex={1}>
      <AllTick {...props} />
      {props.columns.map((column, place) => (
        <HeadCell
          key={column.id}
          {...props}
          column={column}
          cellId={`${props.gridId}--1-${place + 1}`}
          focused={props.cursor === place + 1}
          onDrag={() => {
            dragged.current = column.id;
          }}
          onDrop={() => props.onLayout(withMoved(props.layout, dragged.current, column.id))}
        />
      ))}
    </div>
  );
}

function AllTick<Row>({ gridId, ids, chosen, onChoose, cursor }: GridHeadProps<Row>) {
  const extent = extentOf(chosen, ids);
  return (
    <div
      role="columnheader"
      id={`${gridId}--1-0`}
      className={classes.tick}
      data-cursor={cursor === 0 || undefined}
    >
      <input
        type="checkbox"
        tabIndex={-1}
        aria-label={ui.selectAll}
        checked={extent === "all"}
        ref={(box) => {
          if (box) box.indeterminate = extent === "some";
        }}
        onChange={() => onChoose(new Set(extent === "all" ? [] : ids))}
      />
    </div>
  );
}

interface HeadCellProps<Row> extends GridHeadProps<Row> {
  column: GridColumn<Row>;
  cellId: string;
  focused: boolean;
  onDrag: () => void;
  onDrop: () => void;
}

function HeadCell<Row>({ column, order, onOrder, ...props }: HeadCellProps<Row>) {
  const direction =
    order === column.id ? "ascending" : order === `-${column.id}` ? "descending" : "none";
  return (
    <div
      role="columnheader"
      id={props.cellId}
      className={column.fixed ? classes.fixed : classes.cell}
      style={{ width: column.width }}
      aria-sort={direction}
      title={ui.sortBy(column.title)}
      data-cursor={props.focused || undefined}
      draggable={!column.fixed}
      onClick={() => onOrder(toggled(order, column.id))}
      onDragStart={props.onDrag}
      onDragOver={(event) => {
        if (!column.fixed) event.preventDefault();
      }}
      onDrop={props.onDrop}
    >
      <span className={classes.title}>
        {column.title}
        {direction === "ascending" && <IconArrowUp size={13} />}
        {direction === "descending" && <IconArrowDown size={13} />}
      </span>
      <Handle
        width={column.width}
        onWidth={(width) => props.onLayout(withWidth(props.layout, column.id, width))}
      />
    </div>
  );
}

/** The edge that is dragged. With the keyboard, Alt and the arrows do the same. */
function Handle({ width, onWidth }: { width: number; onWidth: (width: number) => void }) {
  const grip = useRef<{ x: number; width: number }>(null);
  const move = (event: PointerEvent) => {
    if (grip.current) onWidth(grip.current.width + event.clientX - grip.current.x);
  };
  return (
    <span
      className={classes.handle}
      aria-hidden
      // Neither moves the column nor sorts by it.
      onMouseDown={(event) => event.preventDefault()}
      onClick={(event) => event.stopPropagation()}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        grip.current = { x: event.clientX, width };
      }}
      onPointerMove={move}
      onPointerUp={() => {
        grip.current = null;
      }}
    />
  );
}
