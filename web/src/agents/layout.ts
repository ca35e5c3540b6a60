/** The columns of the table as this browser remembers them. */
import { useMemo, useState } from "react";
import type { GridColumn } from "../ui/grid/columns";
import { firstLayout, type GridLayout, readLayout } from "../ui/grid/layout";
import type { SavedView } from "../views/queries";
import type { AgentRow } from "./fleetRows";

const KEY = "muster.agents.layout";

function storedLayout(): GridLayout | null {
  try {
    return readLayout(JSON.parse(localStorage.getItem(KEY) ?? "null"));
  } catch {
    return null;
  }
}

function storeLayout(layout: GridLayout) {
  localStorage.setItem(KEY, JSON.stringify(layout));
}

/**
 * The layout in use: that of the view when there is one, else what this browser
 * remembers, else the default. Changes to a view last until it is saved or left.
 */
export function useFleetLayout(columns: GridColumn<AgentRow>[], view: SavedView | undefined) {
  const [own, setOwn] = useState(storedLayout);
  const [edited, setEdited] = useState<{ view: number; layout: GridLayout } | null>(null);
  const first = useMemo(() => firstLayout(columns), [columns]);
  const layout = useMemo(() => {
    if (!view) return own ?? first;
    if (edited?.view === view.id) return edited.layout;
    const shown = view.columns.length > 0 ? view.columns : first.shown;
    return { shown, widths: own?.widths ?? {} };
  }, [view, edited, own, first]);
  const change = (next: GridLayout) => {
    if (view) {
      setEdited({ view: view.id, layout: next });
    } else {
      storeLayout(next);
      setOwn(next);
    }
  };
  return [layout, change] as const;
}
