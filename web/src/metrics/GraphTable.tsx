/** The values of a graph as a table, the newest first. */
import { Table } from "@mantine/core";
import { formatMoment } from "../texts/format";
import classes from "./GraphTable.module.css";
import type { Graph } from "./graphs";
import { nameOf } from "./Legend";
import { metrics as words } from "./messages";
import { type Scale, valueAt } from "./summary";

interface GraphTableProps {
  graph: Graph;
  scale: Scale;
  other: string;
}

export function GraphTable({ graph, scale: { times, unit }, other }: GraphTableProps) {
  const lines = [...graph.lines, ...graph.others];
  const isKnown = (place: number) => lines.some(({ mean }) => mean[place] != null);
  const places = [...times.keys()].filter(isKnown).reverse();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
    <section className={classes.frame} aria-label={words.tableOf(graph.title)} tabIndex={0}>
      <Table className={classes.table} stickyHeader>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{words.time}</Table.Th>
            {lines.map((line) => (
              <Table.Th key={`${line.key} ${line.isOther}`}>{nameOf(line, other)}</Table.Th>
            ))}
            {graph.notes && <Table.Th>{graph.notes.title}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {places.map((place) => (
            <Table.Tr key={place}>
              <Table.Th scope="row">{formatMoment((times[place] ?? 0) * 1000)}</Table.Th>
              {lines.map((line) => (
                <Table.Td key={`${line.key} ${line.isOther}`}>
                  {valueAt(line, place, unit)}
                </Table.Td>
              ))}
              {graph.notes && <Table.Td>{graph.notes.texts[place]}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
