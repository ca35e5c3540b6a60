/** Chooses the columns of the table. */
import { Button, Checkbox, Popover, ScrollArea, Stack, TextInput } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import type { ColDef, GridApi } from "ag-grid-community";
import { useState } from "react";
import type { AgentRow } from "./fleetRows";
import { resetLayout } from "./layout";
import { agents } from "./messages";

interface ColumnMenuProps {
  grid: GridApi<AgentRow> | null;
  columns: ColDef<AgentRow>[];
}

export function ColumnMenu({ grid, columns }: ColumnMenuProps) {
  return (
    <Popover position="bottom-end" width={260} withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />} disabled={!grid}>
          {agents.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>{grid && <Choices grid={grid} columns={columns} />}</Popover.Dropdown>
    </Popover>
  );
}

function Choices({ grid, columns }: { grid: GridApi<AgentRow>; columns: ColDef<AgentRow>[] }) {
  const [find, setFind] = useState("");
  const [, redraw] = useState(0);
  const shown = new Set(grid.getAllDisplayedColumns().map((column) => column.getColId()));
  const found = columns.filter((column) =>
    column.headerName?.toLowerCase().includes(find.toLowerCase()),
  );
  return (
    <Stack gap="xs">
      <TextInput
        aria-label={agents.findColumn}
        placeholder={agents.findColumn}
        value={find}
        onChange={(event) => setFind(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} type="auto">
        <Stack gap={8} py={2}>
          {found.map((column) => (
            <Checkbox
              key={column.colId}
              label={column.headerName}
              checked={shown.has(column.colId ?? "")}
              disabled={column.colId === "hostname"}
              onChange={(event) => {
                grid.setColumnsVisible([column.colId ?? ""], event.currentTarget.checked);
                redraw((times) => times + 1);
              }}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Button
        variant="subtle"
        size="xs"
        onClick={() => {
          resetLayout(grid);
          redraw((times) => times + 1);
        }}
      >
        {agents.columnsReset}
      </Button>
    </Stack>
  );
}
