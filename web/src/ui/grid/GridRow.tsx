/** One row of the grid. Plain elements: dozens of them are drawn while one scrolls. */
import { memo } from "react";
import { ui } from "../messages";
import { cellText, type GridColumn } from "./columns";
import classes from "./Grid.module.css";

interface GridRowProps<Row> {
  gridId: string;
  row: Row;
  index: number;
  name: (row: Row) => string;
  address: (row: Row) => string;
  columns: GridColumn<Row>[];
  chosen: boolean;
  /** The column of the keyboard cursor, -1 when it is in another row. */
  cursor: number;
  /** A new time makes the row render "3 minutes ago" again. */
  now: number;
  /** On a phone, where the other columns are out of sight. */
  isNarrow: boolean;
}

export const GridRow = memo(PlainRow) as typeof PlainRow;

function PlainRow<Row>({
  gridId,
  row,
  index,
  columns,
  chosen,
  cursor,
  ...about
}: GridRowProps<Row>) {
  return (
    <div
      role="row"
      className={classes.row}
      data-row={index}
      data-chosen={chosen || undefined}
      aria-rowindex={index + 2}
      aria-selected={chosen}
    >
      <div
        role="gridcell"
        id={`${gridId}-${index}-0`}
        className={classes.tick}
        data-tick
        data-column={0}
        data-cursor={cursor === 0 || undefined}
      >
        <input
          type="checkbox"
          tabIndex={-1}
          aria-label={ui.selectRow(about.name(row))}
          checked={chosen}
          readOnly
        />
      </div>
      {columns.map((column, place) => (
        <div
          key={column.id}
          role="gridcell"
          id={`${gridId}-${index}-${place + 1}`}
          className={column.fixed ? classes.fixed : classes.cell}
          style={{ width: column.width, textAlign: column.align }}
          title={column.tip?.(row) ?? cellText(column, row)}
          data-column={place + 1}
          data-cursor={cursor === place + 1 || undefined}
        >
          {column.fixed ? (
            <>
              <a href={about.address(row)} tabIndex={-1}>
                {cellText(column, row)}
              </a>
              {about.isNarrow && column.under && (
                <span className={classes.under}>{column.under(row)}</span>
              )}
            </>
          ) : (
            (column.cell?.(row) ?? cellText(column, row))
          )}
        </div>
      ))}
    </div>
  );
}
