/** What one panel shows of a session's files: order, choice, and the dialog that is open. */
import { useMemo, useState, useSyncExternalStore } from "react";
import type { Spot } from "../../ui/SpotMenu";
import type { FileSession } from "./fileSession";
import { arranged } from "./rows";
import { kept, NOTHING, type Selection } from "./selection";
import type { Entry } from "./wire";

export type FileDialog =
  | { is: "new_folder" }
  | { is: "rename"; entry: Entry }
  | { is: "remove"; entries: Entry[] }
  | { is: "permissions"; entries: Entry[] }
  | { is: "edit"; entry: Entry; path: string };

interface Picked {
  visit: number;
  names: string[];
  selection: Selection;
}

const NOTHING_PICKED: Picked = { visit: -1, names: [], selection: NOTHING };

export function usePanel(files: FileSession) {
  const status = useSyncExternalStore(files.browser.watch, files.browser.get);
  const [order, setOrder] = useState("");
  const [showsHidden, setShowsHidden] = useState(false);
  const [dialog, setDialog] = useState<FileDialog | null>(null);
  const [menu, setMenu] = useState<Spot | null>(null);
  const [picked, setPicked] = useState(NOTHING_PICKED);

  const { entries, visit } = status;
  const rows = useMemo(() => arranged(entries, order, showsHidden), [entries, order, showsHidden]);
  const names = useMemo(() => rows.map(({ name }) => name), [rows]);
  const selection = useMemo(() => {
    if (picked.visit !== visit) return NOTHING;
    return picked.names === names ? picked.selection : kept(picked.selection, picked.names, names);
  }, [picked, visit, names]);
  const select = (next: Selection) => setPicked({ visit, names, selection: next });

  const chosen = rows.filter(({ name }) => selection.chosen.has(name));
  const current = rows[selection.cursor];
  return {
    status,
    rows,
    names,
    order,
    setOrder,
    showsHidden,
    setShowsHidden,
    selection,
    select,
    chosen,
    /** What an action is about: what is chosen, or else where the keyboard is. */
    targets: chosen.length > 0 || !current ? chosen : [current],
    current,
    dialog,
    setDialog,
    menu,
    setMenu,
  };
}

export type Panel = ReturnType<typeof usePanel>;
