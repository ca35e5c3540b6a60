/** A table as the text of a file. */
import type { Column } from "./column";
import { ui } from "./messages";
import { csv } from "./saveFile";

export function tableCsv<Row>(columns: Column<Row>[], rows: Row[]): string {
  const written = columns.flatMap(({ title, sort, file = sort }) =>
    file ? [{ title, value: file }] : [],
  );
  const cell = (value: ReturnType<(typeof written)[number]["value"]>) =>
    typeof value === "boolean" ? (value ? ui.yes : ui.no) : (value ?? null);
  return csv([
    written.map(({ title }) => title),
    ...rows.map((row) => written.map(({ value }) => cell(value(row)))),
  ]);
}
