/** The head of the table of files: it sorts. */
import { UnstyledButton } from "@mantine/core";
import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import { ui } from "../../ui/messages";
import { toggled } from "../../ui/sorting";
import classes from "./Files.module.css";
import { files as words } from "./messages";
import type { FileColumn } from "./rows";
import type { Panel } from "./usePanel";

const COLUMNS: FileColumn[] = ["name", "size", "modified", "mode", "owner"];

export function FileTableHead({ panel: { order, setOrder } }: { panel: Panel }) {
  const titles: Record<string, string> = words.column;
  return (
    // biome-ignore lint/a11y/useSemanticElements: as the grid it belongs to
    // biome-ignore lint/a11y/useFocusableInteractive: the grid has the focus
    <div role="row" className={classes.head}>
      {COLUMNS.map((column) => {
        const isSorted = order.replace(/^-/, "") === column;
        const isDown = order.startsWith("-");
        const sort = isDown ? "descending" : "ascending";
        return (
          // biome-ignore lint/a11y/useSemanticElements: as the grid it belongs to
          // biome-ignore lint/a11y/useFocusableInteractive: its button has the focus
          <div
            key={column}
            role="columnheader"
            className={column === "name" ? undefined : classes.wide}
            aria-sort={isSorted ? sort : "none"}
          >
            <UnstyledButton
              className={classes.sort}
              aria-label={ui.sortBy(titles[column] ?? column)}
              onClick={() => setOrder(toggled(order, column))}
            >
              {titles[column]}
              {isSorted && (isDown ? <IconArrowDown size={12} /> : <IconArrowUp size={12} />)}
            </UnstyledButton>
          </div>
        );
      })}
    </div>
  );
}
