/** The table of files by keyboard. */
import { type KeyboardEvent, useRef } from "react";
import type { Spot } from "../../ui/SpotMenu";
import type { FileSession } from "./fileSession";
import { all, found, movedTo, NOTHING, toggled } from "./selection";
import type { Commands } from "./useCommands";
import { attempt } from "./useCommands";
import type { Panel } from "./usePanel";

interface Table {
  files: FileSession;
  panel: Panel;
  commands: Commands;
  /** Rows that fit on the screen. */
  page: number;
  /** Where the menu of the row of the cursor opens. */
  spot: () => Spot;
  reveal: (row: number) => void;
}

/** So long after a letter, the next one belongs to the same word. */
const SAME_WORD = 800;

export function useTableKeys(table: Table) {
  const typed = useRef({ text: "", at: 0 });
  return (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return;
    if (moves(event, table) || acts(event, table) || finds(event, table, typed.current)) {
      event.preventDefault();
    }
  };
}

function moves(event: KeyboardEvent, { panel, page, reveal }: Table): boolean {
  const { selection, names, select } = panel;
  const wanted: Record<string, number> = {
    ArrowUp: selection.cursor - 1,
    ArrowDown: selection.cursor + 1,
    PageUp: selection.cursor - page,
    PageDown: selection.cursor + page,
    Home: 0,
    End: names.length - 1,
  };
  const row = wanted[event.key];
  if (row === undefined || event.altKey) return false;
  const modifiers = { adds: event.ctrlKey || event.metaKey, extends: event.shiftKey };
  const next = movedTo(selection, names, row, modifiers);
  select(next);
  reveal(next.cursor);
  return true;
}

function acts(event: KeyboardEvent, { files, panel, commands, spot }: Table): boolean {
  const { selection, names, select, setMenu, current } = panel;
  if (event.ctrlKey || event.metaKey) return actsWithCtrl(event, panel, commands);
  if (event.altKey) {
    if (event.key === "ArrowLeft") attempt(files.browser.back());
    else if (event.key === "ArrowRight") attempt(files.browser.forward());
    else if (event.key === "ArrowUp") attempt(files.browser.up());
    else return false;
    return true;
  }
  if (event.key === "Enter") commands.open(current);
  else if (event.key === "Backspace") attempt(files.browser.up());
  else if (event.key === "F2" && !commands.blocked.one) commands.rename();
  else if (event.key === "Delete") commands.remove();
  else if (event.key === " ") select(toggled(selection, names));
  else if (event.key === "Escape" && selection.chosen.size > 0) {
    select({ ...selection, chosen: NOTHING.chosen });
  } else if (event.key === "ContextMenu" || (event.key === "F10" && event.shiftKey)) {
    setMenu(spot());
  } else return false;
  return true;
}

function actsWithCtrl({ key }: KeyboardEvent, panel: Panel, commands: Commands): boolean {
  const { selection, names, select } = panel;
  const { blocked } = commands;
  if (key === "a") select(all(selection, names));
  else if (key === "c" && !blocked.some) commands.hold("copy");
  else if (key === "x" && !blocked.some) commands.hold("move");
  else if (key === "v" && !blocked.paste) commands.paste();
  else if (key === " ") select(toggled(selection, names));
  else return false;
  return true;
}

function finds(
  { key, ctrlKey, metaKey, altKey, timeStamp }: KeyboardEvent,
  { panel, reveal }: Table,
  typed: { text: string; at: number },
): boolean {
  if (key.length !== 1 || ctrlKey || metaKey || altKey) return false;
  const { selection, names, select } = panel;
  typed.text = timeStamp - typed.at < SAME_WORD ? typed.text + key : key;
  typed.at = timeStamp;
  const row = found(names, typed.text, selection.cursor);
  if (row < 0) return false;
  select(movedTo(selection, names, row, { adds: false, extends: false }));
  reveal(row);
  return true;
}
