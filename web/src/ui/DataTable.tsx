/**
 * A table for lists of up to a thousand rows: sticky header, sorting that the
 * address remembers, and on a narrow screen only the columns that matter.
 * Agents have a grid of their own: there may be ten thousand.
 */
import { Table } from "@mantine/core";
import type { DataTableProps } from "./column";
import classes from "./DataTable.module.css";
import { DataTableHead } from "./DataTableHead";
import { DataTableRow, OpeningRow } from "./DataTableRow";
import { ui } from "./messages";
import { sorted } from "./sorting";
import { useFilter } from "./useFilter";

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
              <DataTableHead key={column.id} column={column} order={order} onOrder={setOrder} />
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row) =>
            props.detail ? (
              <OpeningRow key={props.id(row)} row={row} table={props} />
            ) : (
              <DataTableRow key={props.id(row)} row={row} table={props} />
            ),
          )}
        </Table.Tbody>
      </Table>
    </div>
  );
}
