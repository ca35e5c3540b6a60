/** The order of rows, as the address writes it: `name`, or `-name` the other way round. */
import { locale } from "../texts/texts";

export type Sortable = string | number | boolean | null | undefined;

interface SortColumn<Row> {
  id: string;
  sort?: (row: Row) => Sortable;
}

const words = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });

/** As people read them: "Site 2" before "Site 10". */
export function byName<One extends { name: string }>(all: One[]): One[] {
  return all.toSorted((left, right) => words.compare(left.name, right.name));
}

export function sorted<Row>(rows: Row[], order: string, columns: SortColumn<Row>[]): Row[] {
  const descending = order.startsWith("-");
  const by = columns.find((column) => column.id === order.replace(/^-/, ""))?.sort;
  if (!by) return rows;
  const direction = descending ? -1 : 1;
  return rows.toSorted((left, right) => compare(by(left), by(right), direction));
}

/** What is not known comes last, whichever way the rest goes. */
function compare(left: Sortable, right: Sortable, direction: number): number {
  const leftMissing = left === null || left === undefined || left === "";
  const rightMissing = right === null || right === undefined || right === "";
  if (leftMissing || rightMissing) return Number(leftMissing) - Number(rightMissing);
  if (typeof left === "string" && typeof right === "string") {
    return direction * words.compare(left, right);
  }
  return direction * (Number(left) - Number(right));
}

/** Up, down, then the table's own order again. */
export function toggled(order: string, column: string): string {
  if (order === column) return `-${column}`;
  return order === `-${column}` ? "" : column;
}
