/** What can be done with the chosen agents, or with everything the filter finds. */
import { Button, Group, Paper, Text } from "@mantine/core";
import { IconTool, IconToolsOff } from "@tabler/icons-react";
import { answer, api } from "../api/client";
import { BulkMenu } from "../bulk/BulkMenu";
import { clientsQuery } from "../clients/queries";
import { ActionButton } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { useAction } from "../ui/useAction";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";

interface SelectionBarProps {
  chosen: AgentRow[];
  onClear: () => void;
}

export function SelectionBar({ chosen, onClear }: SelectionBarProps) {
  const dialog = useDialog();
  const maintenance = useAction({
    act: (maintenance_mode: boolean) => {
      const body = { agents: chosen.map((agent) => agent.agent_id), maintenance_mode };
      return answer(api.POST("/agents/maintenance/bulk/", { body }));
    },
    done: (message) => message,
    refresh: [["agents"], clientsQuery.queryKey],
  });
  return (
    <Paper
      withBorder
      px="sm"
      py={6}
      bg="var(--surface-raised)"
      style={{ borderColor: "var(--line)" }}
    >
      <Group gap="xs">
        <Text size="sm" fw={600} role="status">
          {agents.selected(chosen.length)}
        </Text>
        <BulkMenu onPick={(mode) => dialog.show("bulk", mode)} />
        <ActionButton
          right="can_edit_agent"
          size="xs"
          variant="default"
          leftSection={<IconTool size={15} />}
          onClick={() => maintenance.mutate(true)}
        >
          {agents.maintenanceOn}
        </ActionButton>
        <ActionButton
          right="can_edit_agent"
          size="xs"
          variant="default"
          leftSection={<IconToolsOff size={15} />}
          onClick={() => maintenance.mutate(false)}
        >
          {agents.maintenanceOff}
        </ActionButton>
        <Button size="xs" variant="subtle" color="gray" ml="auto" onClick={onClear}>
          {agents.clearSelection}
        </Button>
      </Group>
    </Paper>
  );
}
