/** The head of a column; a click sorts by it. */
import { Table, UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconSelector } from "@tabler/icons-react";
import type { Column } from "./column";
import classes from "./DataTable.module.css";
import { ui } from "./messages";
import { toggled } from "./sorting";

export function DataTableHead<Row>({ column, order, onOrder }: DataTableHeadProps<Row>) {
  const direction =
    order === column.id ? "ascending" : order === `-${column.id}` ? "descending" : "none";
  const Icon = { ascending: IconArrowUp, descending: IconArrowDown, none: IconSelector }[direction];
  return (
    <Table.Th
      className={column.wide ? classes.wide : undefined}
      style={{ textAlign: column.align }}
      __vars={{ "--column-width": lengthOf(column.width) }}
      aria-sort={column.sort ? direction : undefined}
    >
      {column.sort ? (
        <UnstyledButton
          className={classes.sort}
          aria-label={ui.sortBy(column.title)}
          onClick={() => onOrder(toggled(order, column.id))}
        >
          {column.title}
          <Icon size={13} className={direction === "none" ? classes.faint : undefined} />
        </UnstyledButton>
      ) : (
        column.title
      )}
    </Table.Th>
  );
}

interface DataTableHeadProps<Row> {
  column: Column<Row>;
  order: string;
  onOrder: (order: string) => void;
}

const lengthOf = (width?: number | string) => (typeof width === "number" ? `${width}px` : width);
