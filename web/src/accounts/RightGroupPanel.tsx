/** The rights of one group, to tick one by one or all at once. */
import { Button, Checkbox, Group, Stack } from "@mantine/core";
import { allows, type Right, type RightGroup } from "../session/rights";
import { Panel, PanelTitle } from "../ui/Page";
import { roles as words } from "./messages";

interface RightGroupPanelProps {
  group: RightGroup;
  find: string;
  held: Right[];
  onChange: (held: Right[]) => void;
}

export function RightGroupPanel({ group, find, held, onChange }: RightGroupPanelProps) {
  const shown = group.rights.filter((right) =>
    `${right} ${allows[right]}`.toLowerCase().includes(find.toLowerCase()),
  );
  if (shown.length === 0) return null;
  const others = held.filter((right) => !group.rights.includes(right));
  return (
    <Panel>
      <PanelTitle
        actions={
          <Group gap={4}>
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() => onChange([...others, ...group.rights])}
            >
              {words.all}
            </Button>
            <Button
              size="compact-xs"
              variant="subtle"
              color="gray"
              onClick={() => onChange(others)}
            >
              {words.noneOf}
            </Button>
          </Group>
        }
      >
        {group.name}
      </PanelTitle>
      <Checkbox.Group value={held} onChange={(next) => onChange(next as Right[])}>
        <Stack gap={10}>
          {shown.map((right) => (
            <Checkbox key={right} value={right} label={allows[right]} description={right} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Panel>
  );
}
