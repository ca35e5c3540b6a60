/** The rows of a group: a few columns, and everything else in the details of a row. */
import { Button } from "@mantine/core";
import { useState } from "react";
import type { Column } from "../ui/column";
import { DataTable } from "../ui/DataTable";
import { Facts } from "../ui/Facts";
import { sorted } from "../ui/sorting";
import { NothingFound } from "../ui/states";
import { useFilter } from "../ui/useFilter";
import { fieldNames } from "./columnNames";
import { FactValue } from "./FactValue";
import type { Group } from "./groups";
import { inventory as words } from "./messages";
import type { Row } from "./rows";

/** More rows are shown when somebody asks for them: a print server has hundreds. */
const AT_FIRST = 20;

/** As many columns as a phone shows. */
const ON_A_PHONE = 2;

export function GroupTable({ group }: { group: Group }) {
  const sortFilter = `sort-${group.id}`;
  const [order] = useFilter(sortFilter);
  const [isWhole, setWhole] = useState(false);
  const columns = group.columns.map((name, at) => columnOf(name, group.rows, at));
  const rows = sorted(group.rows, order, columns);
  const hasMore = fieldNames(group.rows).length > ON_A_PHONE;
  return (
    <>
      <DataTable
        label={group.title}
        columns={columns}
        rows={isWhole ? rows : rows.slice(0, AT_FIRST)}
        id={(row) => row.id}
        sortFilter={sortFilter}
        empty={<NothingFound />}
        {...(hasMore && { detail: (row: Row) => <Details row={row} />, detailLabel })}
      />
      {!isWhole && rows.length > AT_FIRST && (
        <Button variant="default" size="xs" mr="auto" onClick={() => setWhole(true)}>
          {words.showAll(rows.length)}
        </Button>
      )}
    </>
  );
}

function columnOf(name: string, rows: Row[], at: number): Column<Row> {
  const find = (row: Row) => row.facts.find((fact) => fact.name === name);
  const title = rows.map(find).find((fact) => fact !== undefined)?.label ?? name;
  return {
    id: name,
    title,
    wide: at >= ON_A_PHONE,
    cell: (row) => {
      const fact = find(row);
      return fact && <FactValue fact={fact} />;
    },
    sort: (row) => find(row)?.sort,
  };
}

function Details({ row }: { row: Row }) {
  return <Facts facts={row.facts.map((fact) => [fact.label, <FactValue fact={fact} />])} />;
}

const detailLabel = ({ facts: [first] }: Row) => words.details(first?.text ?? "");
