/** A row of a table, and one that shows more below itself. */
import { Table, UnstyledButton } from "@mantine/core";
import { IconChevronDown, IconChevronRight } from "@tabler/icons-react";
import { type ReactNode, useState } from "react";
import type { DataTableProps } from "./column";
import classes from "./DataTable.module.css";
import { ui } from "./messages";

/** A row that shows more below itself. */
export function OpeningRow<Row>({ row, table }: { row: Row; table: DataTableProps<Row> }) {
  const [isOpen, setOpen] = useState(false);
  const detail = table.detail?.(row);
  if (!detail) return <DataTableRow row={row} table={table} before={<Table.Td />} />;
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
      <DataTableRow
        row={row}
        table={{ ...table, onOpen: () => setOpen(!isOpen) }}
        before={button}
      />
      {isOpen && (
        <Table.Tr className={classes.detail}>
          <Table.Td colSpan={table.columns.length + 1}>{detail}</Table.Td>
        </Table.Tr>
      )}
    </>
  );
}

export interface RowProps<Row> {
  row: Row;
  table: DataTableProps<Row>;
  /** A cell before all others. */
  before?: ReactNode;
}

export function DataTableRow<Row>({ row, table, before }: RowProps<Row>) {
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
