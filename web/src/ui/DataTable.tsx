/**
 * A table for lists of up to a thousand rows: sticky header, sorting that the
 * address remembers, and on a narrow screen only the columns that matter.
 * The agents, who may be ten thousand, have a grid of their own.
 */
import { Table, UnstyledButton } from "@mantine/core";
import {
  IconArrowDown,
  IconArrowUp,
  IconChevronDown,
  IconChevronRight,
  IconSelector,
} from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import classes from "./DataTable.module.css";
import { ui } from "./messages";
import { type Sortable, sorted, toggled } from "./sorting";
import { useFilter } from "./useFilter";

export interface Column<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** What to sort by; a column without it is not sortable. */
  sort?: (row: Row) => Sortable;
  /** Its value in a file; what it sorts by when not said. */
  file?: (row: Row) => Sortable;
  width?: number | string;
  align?: "left" | "right";
  /** Left out where there is no room. */
  wide?: boolean;
}

interface DataTableProps<Row> {
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
  /** What a row opens to in place; nothing for a row that has no more to tell. */
  detail?: (row: Row) => ReactNode;
  /** Names the button that opens it. */
  detailLabel?: (row: Row) => string;
  /** Quiet rows: switched off, hidden. */
  faded?: (row: Row) => boolean;
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const [chosen, setOrder] = useFilter(props.sortFilter ?? "sort");
  const order = chosen || props.order || "";
  if (props.rows.length === 0) return props.empty;
  const rows = sorted(props.rows, order, props.columns);
  return (
    <div className={classes.frame}>
      <Table aria-label={props.label} className={classes.table} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {props.detail && <Table.Th w={36} aria-label={ui.details} />}
            {props.columns.map((column) => (
              <Head key={column.id} column={column} order={order} onOrder={setOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) =>
            props.detail ? (
              <OpeningRow key={props.id(row)} row={row} table={props} />
            ) : (
              <Row key={props.id(row)} row={row} table={props} />
            ),
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: string;
  onOrder: (order: string) => void;
}

function Head<Row>({ column, order, onOrder }: HeadProps<Row>) {
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

const lengthOf = (width?: number | string) => (typeof width === "number" ? `${width}px` : width);

/** A row that shows more below itself. */
function OpeningRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const [isOpen, setOpen] = useState(false);
  const detail = table.detail?.(row);
  if (!detail) return <Row row={row} table={table} before={<Table.Td />} />;
  const Icon = isOpen ? IconChevronDown : IconChevronRight;
  const button = (
    <Table.Td>
      <UnstyledButton
        className={classes.opener}
        aria-expanded={isOpen}
        aria-label={table.detailLabel?.(row) ?? ui.details}
        onClick={() => setOpen(!isOpen)}
      >
        <Icon size={16} />
      </UnstyledButton>
    </Table.Td>
  );
  return (
    <>
      <Row row={row} table={{ ...table, onOpen: () => setOpen(!isOpen) }} before={button} />
      {isOpen && (
        <Table.Tr className={classes.detail}>
          <Table.Td colSpan={table.columns.length + 1}>{detail}</Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

interface RowProps<Row> {
  row: Row;
  table: DataTableProps<Row>;
  /** A cell before all others. */
  before?: ReactNode;
}

function Row<Row>({ row, table, before }: RowProps<Row>) {
  const { onOpen } = table;
  return (
    <Table.Tr
      className={onOpen ? classes.open : undefined}
      data-faded={table.faded?.(row) || undefined}
      onClick={onOpen && ((event) => ownClick(event.target) && onOpen(row))}
    >
      {before}
      {table.columns.map((column) => (
        <Table.Td
          key={column.id}
          className={column.wide ? classes.wide : undefined}
          // Numbers are on the right, and none is broken in two.
          style={{ textAlign: column.align, whiteSpace: column.align && "nowrap" }}
        >
          {column.cell(row)}
        </Table.Td>
      ))}
    </Table.Tr>
  );
}

/** Whether a click was for the row, and not for a link or button in it. */
function ownClick(target: EventTarget): boolean {
  return target instanceof Element && !target.closest("a,button,input,[role=menu],[role=dialog]");
}
