/** Which columns are shown, in which order and width: kept in this browser. */
import type { ColumnState, GridApi } from "ag-grid-community";
import type { AgentRow } from "./fleetRows";

const KEY = "muster.agents.columns";

export function storedLayout(): ColumnState[] | null {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "null") as ColumnState[] | null;
  } catch {
    return null;
  }
}

export function storeLayout(grid: GridApi<AgentRow>) {
  localStorage.setItem(KEY, JSON.stringify(grid.getColumnState()));
}

export function applyLayout(grid: GridApi<AgentRow>, state: ColumnState[] | null) {
  if (state) grid.applyColumnState({ state, applyOrder: true });
}

export function resetLayout(grid: GridApi<AgentRow>) {
  localStorage.removeItem(KEY);
  grid.resetColumnState();
}
