/** The table of agents: only the rows on the screen exist, however many there are. */

import { useNavigate } from "@tanstack/react-router";
import {
  CellStyleModule,
  ClientSideRowModelModule,
  type ColDef,
  ColumnApiModule,
  CsvExportModule,
  type GridApi,
  type GridReadyEvent,
  ModuleRegistry,
  RenderApiModule,
  RowSelectionModule,
  RowStyleModule,
  TooltipModule,
  themeQuartz,
} from "ag-grid-community";
import { AgGridReact } from "ag-grid-react";
import type { AgentRow } from "./fleetRows";

ModuleRegistry.registerModules([
  ClientSideRowModelModule,
  ColumnApiModule,
  CellStyleModule,
  CsvExportModule,
  RenderApiModule,
  RowSelectionModule,
  RowStyleModule,
  TooltipModule,
]);

/** The grid in the colours of the rest; variables, so that both themes work. */
const gridTheme = themeQuartz.withParams({
  backgroundColor: "var(--surface)",
  foregroundColor: "var(--mantine-color-text)",
  borderColor: "var(--line)",
  rowBorder: { color: "var(--line)" },
  headerBackgroundColor: "var(--surface-raised)",
  headerTextColor: "var(--mantine-color-dimmed)",
  headerFontWeight: 600,
  headerFontSize: 12,
  rowHoverColor: "var(--row-hover)",
  selectedRowBackgroundColor: "color-mix(in srgb, var(--mantine-color-teal-6) 14%, transparent)",
  accentColor: "var(--mantine-color-teal-7)",
  fontFamily: "inherit",
  fontSize: 13,
  rowHeight: 34,
  headerHeight: 34,
  spacing: 6,
  wrapperBorderRadius: 8,
});

interface AgentGridProps {
  label: string;
  rows: AgentRow[];
  columns: ColDef<AgentRow>[];
  onReady: (grid: GridApi<AgentRow>) => void;
  /** Columns were moved, resized, sorted, shown or hidden. */
  onLayout: (grid: GridApi<AgentRow>) => void;
  onSelect: (chosen: AgentRow[]) => void;
}

export default function AgentGrid(props: AgentGridProps) {
  const navigate = useNavigate();
  const open = (agent: AgentRow | undefined) => {
    if (agent) void navigate({ to: "/agents/$agentId", params: { agentId: agent.agent_id } });
  };
  const layout = { current: props.onLayout };
  const changed = ({ api, finished }: { api: GridApi<AgentRow>; finished?: boolean }) => {
    if (finished !== false) layout.current(api);
  };
  return (
    <AgGridReact<AgentRow>
      theme={gridTheme}
      rowData={props.rows}
      columnDefs={props.columns}
      defaultColDef={{ sortable: true, resizable: true, suppressHeaderMenuButton: true }}
      getRowId={({ data }) => data.agent_id}
      rowSelection={{ mode: "multiRow", selectAll: "all", enableClickSelection: false }}
      selectionColumnDef={{ pinned: "left", width: 44, resizable: false }}
      suppressCellFocus={false}
      animateRows={false}
      rowBuffer={20}
      tooltipShowDelay={400}
      onGridReady={({ api }: GridReadyEvent<AgentRow>) => {
        api.setGridAriaProperty("label", props.label);
        props.onReady(api);
      }}
      onSelectionChanged={({ api }) => props.onSelect(api.getSelectedRows())}
      onRowDoubleClicked={({ data }) => open(data)}
      onCellKeyDown={({ event, data }) => {
        if ((event as KeyboardEvent | undefined)?.key === "Enter") open(data);
      }}
      onColumnMoved={changed}
      onColumnResized={changed}
      onColumnVisible={changed}
      onSortChanged={changed}
    />
  );
}
