/** Takes a table along as a file: the rows that are shown, by the columns that have a value. */
import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import type { Column } from "./DataTable";
import { ui } from "./messages";
import { csv, saveFile } from "./saveFile";

interface CsvButtonProps<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: Column<Row>[];
  rows: Row[];
}

export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={rows.length === 0}
      aria-label={ui.exportCsv}
      onClick={() => saveFile(`${name}.csv`, tableCsv(columns, rows), "text/csv")}
    >
      CSV
    </Button>
  );
}

export function tableCsv<Row>(columns: Column<Row>[], rows: Row[]): string {
  const written = columns.flatMap(({ title, sort }) => (sort ? [{ title, value: sort }] : []));
  const cell = (value: ReturnType<(typeof written)[number]["value"]>) =>
    typeof value === "boolean" ? (value ? ui.yes : ui.no) : (value ?? null);
  return csv([
    written.map(({ title }) => title),
    ...rows.map((row) => written.map(({ value }) => cell(value(row)))),
  ]);
}
