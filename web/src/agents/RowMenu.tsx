/** What can be done with one agent of the table, where the pointer or the keyboard is. */
import { Menu } from "@mantine/core";
import {
  IconDeviceDesktop,
  IconDownload,
  IconHistory,
  IconPackage,
  IconPencil,
  IconTerminal2,
} from "@tabler/icons-react";
import { ConnectItems } from "../remote/ConnectMenu";
import { ActionItem } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { type Spot, SpotMenu } from "../ui/SpotMenu";
import { AgentMenuItems } from "./AgentActions";
import type { AgentRow } from "./fleetRows";
import { agents, agent as words } from "./messages";
import { useLack } from "./useLack";

interface RowMenuProps {
  agent: AgentRow;
  spot: Spot;
  onClose: () => void;
}

export default function RowMenu({ agent, spot, onClose }: RowMenuProps) {
  const { show } = useDialog();
  const lack = useLack(agent.agent_id);
  const params = { agentId: agent.agent_id };
  // Over the list: closing it returns to the same position.
  const dialog = (name: string) => show(`agent-${name}`, agent.agent_id);
  return (
    <SpotMenu label={agent.hostname} spot={spot} onClose={onClose}>
      <MenuLink to="/agents/$agentId" params={params} leftSection={<IconDeviceDesktop size={16} />}>
        {agents.open}
      </MenuLink>
      <ActionItem
        right="can_edit_agent"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog("edit")}
      >
        {words.edit}…
      </ActionItem>
      <MenuLink to="/agents/$agentId/run" params={params} leftSection={<IconTerminal2 size={16} />}>
        {agents.runHere}
      </MenuLink>
      <MenuLink
        to="/agents/$agentId/history"
        params={params}
        leftSection={<IconHistory size={16} />}
      >
        {words.history}
      </MenuLink>
      <MenuLink
        to="/agents/$agentId/software"
        params={params}
        leftSection={<IconPackage size={16} />}
      >
        {words.software}
      </MenuLink>
      <MenuLink
        to="/agents/$agentId/updates"
        params={params}
        leftSection={<IconDownload size={16} />}
      >
        {words.updates}
      </MenuLink>
      <Menu.Divider />
      <ConnectItems agent={agent} lack={lack("open_remote")} />
      <Menu.Divider />
      <AgentMenuItems agent={agent} onDialog={dialog} />
    </SpotMenu>
  );
}
