/** The menu of a client or site in the tree. */
import { type Spot, SpotMenu } from "../ui/SpotMenu";
import { ClientMenuItems, SiteMenuItems } from "./PlaceMenuItems";
import type { Client } from "./queries";
import type { Place } from "./treeNodes";

interface PlaceMenuProps {
  clients: Client[];
  place: Place;
  spot: Spot;
  onClose: () => void;
}

export default function PlaceMenu({ clients, place, spot, onClose }: PlaceMenuProps) {
  const client = clients.find(({ id, sites }) =>
    place.site === undefined ? id === place.client : sites.some((one) => one.id === place.site),
  );
  const site = client?.sites.find(({ id }) => id === place.site);
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
