/** A list that was asked for: waiting, failed, empty, or a table; its dialogs know all rows. */
import type { UseQueryResult } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { DataTable } from "./DataTable";
import { Empty, Loaded } from "./states";

interface ListProps<Row> extends Omit<ComponentProps<typeof DataTable<Row>>, "rows" | "empty"> {
  query: UseQueryResult<Row[]>;
  /** Which of the rows are shown; all by default. */
  only?: (row: Row) => boolean;
  none: ComponentProps<typeof Empty>;
  /** Above the table. */
  bar?: (all: Row[]) => ReactNode;
  dialogs?: (all: Row[]) => ReactNode;
}

export function List<Row>({ query, only, none, bar, dialogs, ...table }: ListProps<Row>) {
  return (
    <Loaded query={query}>
      {(all) => (
        <>
          {bar?.(all)}
          <DataTable {...table} rows={only ? all.filter(only) : all} empty={<Empty {...none} />} />
          {dialogs?.(all)}
        </>
      )}
    </Loaded>
  );
}
