/** The grid by mouse: a click opens or chooses a row. */
import type { MouseEvent } from "react";
import type { GridProps } from "./props";

export function clicked<Row>(
  event: MouseEvent,
  { rows, onOpen }: GridProps<Row>,
  tick: (row: number, range: boolean) => void,
  scroller: HTMLDivElement | null,
) {
  const target = event.target as Element;
  const row = rows[rowOf(event)];
  if (row === undefined) return;
  if (target.closest("[data-tick]")) {
    tick(rowOf(event), event.shiftKey);
    // The keyboard goes on from here, in the grid and not in the tick.
    scroller?.focus({ preventScroll: true });
  } else if (target.closest("a") && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
    event.preventDefault();
    onOpen(row);
  }
}

export function doubleClicked<Row>(
  event: MouseEvent,
  { rows, onOpen, onDoubleClick }: GridProps<Row>,
) {
  const row = rows[rowOf(event)];
  if (row === undefined || (event.target as Element).closest("[data-tick], a")) return;
  (onDoubleClick ?? onOpen)(row);
}

/** Which row an event was for. */
export function rowOf(event: MouseEvent): number {
  const row = (event.target as Element).closest("[data-row]");
  return row ? Number(row.getAttribute("data-row")) : -1;
}
