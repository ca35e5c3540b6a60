/** What can be done with the chosen agents, or with everything the filter finds. */
import { Button, Group, Menu, Paper, Text } from "@mantine/core";
import {
  IconBolt,
  IconChevronDown,
  IconCode,
  IconDownload,
  IconPencil,
  IconPower,
  IconRotateClockwise,
  IconTerminal2,
  IconTool,
  IconToolsOff,
  IconTrash,
  type TablerIcon,
} from "@tabler/icons-react";
import type { Right } from "../accounts/rights";
import { answer, api } from "../api/client";
import { useAction } from "../api/queries";
import { bulk } from "../bulk/messages";
import { clientsQuery } from "../clients/queries";
import { ActionButton, ActionItem } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import type { AgentRow } from "./fleetRows";
import { agents } from "./messages";

interface SelectionBarProps {
  chosen: AgentRow[];
  onClear: () => void;
}

const MODES: [mode: string, right: Right, icon: TablerIcon, color?: string][] = [
  ["command", "can_send_cmd", IconTerminal2],
  ["script", "can_run_scripts", IconCode],
  ["patch", "can_manage_winupdates", IconDownload],
  ["edit", "can_edit_agent", IconPencil],
  ["wol", "can_send_wol", IconBolt],
  ["reboot", "can_reboot_agents", IconRotateClockwise, "red"],
  ["shutdown", "can_reboot_agents", IconPower, "red"],
  ["remove", "can_uninstall_agents", IconTrash, "red"],
];

export function SelectionBar({ chosen, onClear }: SelectionBarProps) {
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
        <BulkMenu />
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

/** Opens the dialog of a bulk action. */
export function BulkMenu() {
  const dialog = useDialog();
  return (
    <Menu position="bottom-start" width={220}>
      <Menu.Target>
        <Button size="xs" rightSection={<IconChevronDown size={14} />}>
          {bulk.actions}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {MODES.map(([mode, right, Icon, color]) => (
          <ActionItem
            key={mode}
            right={right}
            {...(color && { color })}
            leftSection={<Icon size={16} />}
            onClick={() => dialog.show("bulk", mode)}
          >
            {bulk.modes[mode]}…
          </ActionItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
