/** The columns of the table as this browser remembers them. */
import { useCallback, useMemo, useState } from "react";
import type { GridColumn } from "../ui/grid/columns";
import { firstLayout, type GridLayout, readLayout } from "../ui/grid/layout";
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

/** The layout in use: what was stored, else the first; changes are stored. */
export function useFleetLayout(columns: GridColumn<AgentRow>[]) {
  const [chosen, setChosen] = useState(storedLayout);
  const first = useMemo(() => firstLayout(columns), [columns]);
  const change = useCallback((layout: GridLayout) => {
    storeLayout(layout);
    setChosen(layout);
  }, []);
  return [chosen ?? first, change] as const;
}
