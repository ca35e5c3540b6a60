/** What can be done with the computer as a whole. */
import { Group, Menu } from "@mantine/core";
import {
  IconBolt,
  IconCloudDownload,
  IconDots,
  IconFirstAidKit,
  IconPencil,
  IconRefresh,
  IconScreenShare,
  IconTrash,
  IconWebhook,
  IconWifi,
} from "@tabler/icons-react";
import { ConnectMenu } from "../remote/ConnectMenu";
import { ActionButton, ActionItem, IconAction } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { ui } from "../ui/messages";
import { AgentWatchItem } from "../watches/AgentWatchItem";
import { lackOf } from "./capabilities";
import { MaintenanceItems } from "./MaintenanceItems";
import { agent as words } from "./messages";
import { PowerItems } from "./PowerItems";
import { offlineReason } from "./presence";
import type { Agent, SomeAgent } from "./queries";
import { RunChecksItem } from "./RunChecksItem";
import { SelfTestItem } from "./SelfTestItem";
import { useLack } from "./useLack";
import { useQuickActions } from "./useQuickActions";

export function AgentActions({ agent }: { agent: Agent }) {
  const dialog = useDialog();
  return (
    <Group gap="xs">
      <ConnectMenu agent={agent} lack={lackOf(agent, "open_remote")} />
      <ActionButton
        right="can_edit_agent"
        variant="default"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("edit")}
      >
        {words.edit}
      </ActionButton>
      <Menu position="bottom-end" width={220}>
        <Menu.Target>
          <IconAction label={ui.more} variant="default" size={36}>
            <IconDots size={18} />
          </IconAction>
        </Menu.Target>
        <Menu.Dropdown>
          <AgentMenuItems agent={agent} onDialog={dialog.show} />
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
}

interface AgentMenuItemsProps {
  agent: SomeAgent;
  /** Opens a dialog of the agent's page. */
  onDialog: (name: string) => void;
}

/** The same on the agent's own page and on its row in the table. */
export function AgentMenuItems({ agent, onDialog }: AgentMenuItemsProps) {
  const blocked = offlineReason(agent, words.offline);
  const lack = useLack(agent.agent_id);
  const { wake, refresh, ping, maintenance, update } = useQuickActions(agent);
  return (
    <>
      <MaintenanceItems agent={agent} onSwitch={() => maintenance.mutate()} onDialog={onDialog} />
      <RunChecksItem agent={agent} />
      <AgentWatchItem agent={agent} />
      <ActionItem
        right="can_edit_agent"
        blocked={lack("inventory") ?? blocked}
        leftSection={<IconRefresh size={16} />}
        onClick={() => refresh.mutate()}
      >
        {words.refresh}
      </ActionItem>
      <ActionItem
        right="can_list_agents"
        leftSection={<IconWifi size={16} />}
        onClick={() => ping.mutate()}
      >
        {words.ping}
      </ActionItem>
      <ActionItem
        right="can_send_wol"
        leftSection={<IconBolt size={16} />}
        onClick={() => wake.mutate()}
      >
        {words.wake}
      </ActionItem>
      <ActionItem
        right="can_update_agents"
        blocked={lack("update_agent")}
        leftSection={<IconCloudDownload size={16} />}
        onClick={() => update.mutate()}
      >
        {words.update}
      </ActionItem>
      <ActionItem
        right="can_run_urlactions"
        leftSection={<IconWebhook size={16} />}
        onClick={() => onDialog("url-actions")}
      >
        {words.urlActions}…
      </ActionItem>
      <ActionItem
        right="can_view_core_settings"
        leftSection={<IconScreenShare size={16} />}
        onClick={() => onDialog("remote-policy")}
      >
        {words.remotePolicy}…
      </ActionItem>
      <SelfTestItem agent={agent} />
      <ActionItem
        right="can_recover_agents"
        blocked={lack("recover_agent") ?? blocked}
        leftSection={<IconFirstAidKit size={16} />}
        onClick={() => onDialog("recover")}
      >
        {words.recover}…
      </ActionItem>
      <Menu.Divider />
      <PowerItems agent={agent} onDialog={onDialog} />
      <ActionItem
        right="can_uninstall_agents"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => onDialog("remove")}
      >
        {words.remove}…
      </ActionItem>
    </>
  );
}
