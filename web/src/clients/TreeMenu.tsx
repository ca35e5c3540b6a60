/** The menu of a client or site in the tree. */
import { type Spot, SpotMenu } from "../ui/SpotMenu";
import { ClientMenuItems, SiteMenuItems } from "./menuItems";
import type { Client } from "./queries";
import type { TreeChoice } from "./treeNodes";

interface TreeMenuProps {
  clients: Client[];
  choice: TreeChoice;
  spot: Spot;
  onClose: () => void;
}

export default function TreeMenu({ clients, choice, spot, onClose }: TreeMenuProps) {
  const client = clients.find(({ id, sites }) =>
    choice.site === undefined ? id === choice.client : sites.some((one) => one.id === choice.site),
  );
  const site = client?.sites.find(({ id }) => id === choice.site);
  const subject = site ?? client;
  if (!client || !subject) return null;
  return (
    <SpotMenu label={subject.name} spot={spot} onClose={onClose}>
      {site ? (
        <SiteMenuItems site={site} only={client.sites.length === 1} />
      ) : (
        <ClientMenuItems client={client} />
      )}
    </SpotMenu>
  );
}
