/** Chooses the columns of the table. */
import { Button, Checkbox, Popover, ScrollArea, Stack, TextInput } from "@mantine/core";
import { IconColumns3 } from "@tabler/icons-react";
import { useState } from "react";
import type { GridColumn } from "../ui/grid/columns";
import { firstLayout, type GridLayout, withShown } from "../ui/grid/layout";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";

interface ColumnMenuProps {
  columns: GridColumn<AgentRow>[];
  layout: GridLayout;
  onLayout: (layout: GridLayout) => void;
}

export function ColumnMenu(props: ColumnMenuProps) {
  return (
    <Popover position="bottom-end" width={260} withinPortal trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<IconColumns3 size={16} />}>
          {agents.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Choices {...props} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Choices({ columns, layout, onLayout }: ColumnMenuProps) {
  const [find, setFind] = useState("");
  const found = columns.filter(({ title }) => title.toLowerCase().includes(find.toLowerCase()));
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
          {found.map(({ id, title, fixed }) => (
            <Checkbox
              key={id}
              label={title}
              checked={fixed === true || layout.shown.includes(id)}
              disabled={fixed === true}
              onChange={(event) => onLayout(withShown(layout, id, event.currentTarget.checked))}
            />
          ))}
        </Stack>
      </ScrollArea.Autosize>
      <Button variant="subtle" size="xs" onClick={() => onLayout(firstLayout(columns))}>
        {agents.columnsReset}
      </Button>
    </Stack>
  );
}
