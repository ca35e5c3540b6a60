/** What differs between two versions of something, key by key. */
import { Table } from "@mantine/core";
import classes from "./ChangeTable.module.css";
import type { Change } from "./difference";

interface ChangeTableProps {
  label: string;
  /** What the three columns show. */
  titles: { key?: string; before: string; after: string };
  changes: Change[];
}

export function ChangeTable({ label, titles, changes }: ChangeTableProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and the keyboard must reach it
    <section className={classes.frame} aria-label={label} tabIndex={0}>
      <Table className={classes.changes}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{titles.key}</Table.Th>
            <Table.Th>{titles.before}</Table.Th>
            <Table.Th>{titles.after}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {changes.map((change) => (
            <Table.Tr key={change.key}>
              <Table.Td c="dimmed">{change.key}</Table.Td>
              <Table.Td className={classes.before}>{change.before}</Table.Td>
              <Table.Td className={classes.after}>{change.after}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  );
}
