/** A column of ticks in front of a table, with one for all rows of the page. */
import { Checkbox } from "@mantine/core";
import type { Column } from "./column";
import { type Chosen, extentOf, toggledRow } from "./grid/selection";
import { ui } from "./messages";

interface Ticks<Row> {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
  id: (row: Row) => string;
  name: (row: Row) => string;
}

export function tickColumn<Row>({ chosen, onChoose, id, name }: Ticks<Row>): Column<Row> {
  return {
    id: "chosen",
    title: "",
    width: 40,
    cell: (row) => (
      <Checkbox
        size="xs"
        aria-label={ui.select(name(row))}
        checked={chosen.has(id(row))}
        onChange={() => onChoose(toggledRow(chosen, id(row)))}
      />
    ),
  };
}

interface TickAllProps {
  /** Of the rows that are shown. */
  ids: string[];
  /** "Select 5 updates on this page". */
  label: string;
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

export function TickAll({ ids, label, chosen, onChoose }: TickAllProps) {
  if (ids.length === 0) return null;
  const extent = extentOf(chosen, ids);
  const toggle = () => {
    const next = new Set(chosen);
    for (const id of ids) {
      if (extent === "all") next.delete(id);
      else next.add(id);
    }
    onChoose(next);
  };
  return (
    <Checkbox
      size="xs"
      px="sm"
      label={label}
      checked={extent === "all"}
      indeterminate={extent === "some"}
      onChange={toggle}
    />
  );
}
