/** Downloads a table as a file, with the columns that have a value. */
import { IconDownload } from "@tabler/icons-react";
import { ActionButton } from "./actions";
import type { Column } from "./column";
import { ui } from "./messages";
import { saveFile } from "./saveFile";
import { tableCsv } from "./tableCsv";
import { useAction } from "./useAction";

interface CsvButtonProps<Row> {
  /** Of the file, without its ending. */
  name: string;
  columns: Column<Row>[];
  /** The rows of the file, or how to read them: a page of a list is not all of it. */
  rows: Row[] | (() => Promise<Row[]>);
}

export function CsvButton<Row>({ name, columns, rows }: CsvButtonProps<Row>) {
  const isEmpty = Array.isArray(rows) && rows.length === 0;
  const save = useAction({
    act: async () => (Array.isArray(rows) ? rows : await rows()),
    onDone: (all) => saveFile(`${name}.csv`, tableCsv(columns, all), "text/csv"),
  });
  return (
    <ActionButton
      variant="default"
      leftSection={<IconDownload size={16} />}
      disabled={isEmpty}
      loading={save.isPending}
      aria-label={ui.exportCsv}
      onClick={() => save.mutate()}
    >
      CSV
    </ActionButton>
  );
}
