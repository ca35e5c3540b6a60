/** What can be done with a client and with a site: in their list, and in the tree beside the agents. */
import { Menu } from "@mantine/core";
import {
  IconDeviceDesktop,
  IconDeviceDesktopPlus,
  IconPencil,
  IconPlus,
  IconShieldCheck,
  IconTool,
  IconToolsOff,
  IconTrash,
} from "@tabler/icons-react";
import { answer, api } from "../api/client";
import { useRights } from "../session/me";
import { ActionItem } from "../ui/actions";
import { useDialog } from "../ui/dialog";
import { MenuLink } from "../ui/links";
import { ui } from "../ui/messages";
import { useAction } from "../ui/useAction";
import { isInMaintenance } from "./health";
import { clients as words } from "./messages";
import { type Client, clientsQuery, type Site } from "./queries";
import { RemoteItem } from "./RemoteItem";
import { RunChecksItem } from "./RunChecksItem";

export function ClientMenuItems({ client }: { client: Client }) {
  const dialog = useDialog();
  return (
    <>
      <AgentsItem filter={{ client: String(client.id) }} />
      <ActionItem
        right="can_manage_clients"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("edit-client", client.id)}
      >
        {ui.edit}
      </ActionItem>
      <ActionItem
        right="can_manage_sites"
        leftSection={<IconPlus size={16} />}
        onClick={() => dialog.show("add-site", client.id)}
      >
        {words.addSite}
      </ActionItem>
      <PoliciesItem place={`client-${client.id}`} />
      <RemoteItem dialog="remote-client" id={client.id} />
      <RunChecksItem type="client" of={client} />
      <MaintenanceItems type="Client" of={client} />
      <Menu.Divider />
      <ActionItem
        right="can_manage_clients"
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => dialog.show("delete-client", client.id)}
      >
        {words.deleteClient}
      </ActionItem>
    </>
  );
}

export function SiteMenuItems({ site, only }: { site: Site; only: boolean }) {
  const dialog = useDialog();
  return (
    <>
      <AgentsItem filter={{ site: String(site.id) }} />
      <ActionItem
        right="can_manage_sites"
        leftSection={<IconPencil size={16} />}
        onClick={() => dialog.show("edit-site", site.id)}
      >
        {ui.edit}
      </ActionItem>
      <MenuLink
        to="/install"
        search={{ site: String(site.id) }}
        leftSection={<IconDeviceDesktopPlus size={16} />}
      >
        {words.install}
      </MenuLink>
      <PoliciesItem place={`site-${site.id}`} />
      <RemoteItem dialog="remote-site" id={site.id} />
      <RunChecksItem type="site" of={site} />
      <MaintenanceItems type="Site" of={site} />
      <Menu.Divider />
      <ActionItem
        right="can_manage_sites"
        blocked={only ? words.onlySite : undefined}
        color="red"
        leftSection={<IconTrash size={16} />}
        onClick={() => dialog.show("delete-site", site.id)}
      >
        {words.deleteSite}
      </ActionItem>
    </>
  );
}

function AgentsItem({ filter }: { filter: Record<string, string> }) {
  return (
    <MenuLink to="/agents" search={filter} leftSection={<IconDeviceDesktop size={16} />}>
      {words.showAgents}
    </MenuLink>
  );
}

function PoliciesItem({ place }: { place: string }) {
  const { may } = useRights();
  if (!may("can_list_automation_policies")) return null;
  return (
    <MenuLink
      to="/policies/overview"
      search={{ dialog: `set-policies:${place}` }}
      leftSection={<IconShieldCheck size={16} />}
    >
      {words.policies}
    </MenuLink>
  );
}

/** Where only a part is in maintenance, the rest can join it and the part can leave it. */
function MaintenanceItems({ type, of }: { type: "Client" | "Site"; of: Client | Site }) {
  const change = useAction({
    act: (action: boolean) =>
      answer(api.POST("/agents/maintenance/bulk/", { body: { type, id: of.id, action } })),
    done: (message) => message,
    refresh: [clientsQuery.queryKey, ["agents"]],
  });
  const item = (action: boolean, label: string) => (
    <ActionItem
      right="can_edit_agent"
      leftSection={action ? <IconTool size={16} /> : <IconToolsOff size={16} />}
      onClick={() => change.mutate(action)}
    >
      {label}
    </ActionItem>
  );
  return (
    <>
      {!isInMaintenance(of) && item(true, words.startMaintenance)}
      {of.agents_in_maintenance > 0 && item(false, words.endMaintenance)}
    </>
  );
}
