import { IconDeviceDesktop, IconDeviceDesktopSearch } from "@tabler/icons-react";
import { ButtonLink } from "../ui/links";
import { Empty } from "../ui/states";
import { agents } from "./messages";

/** No agents: none at all, or none that match. */
export function FleetEmpty({ filtered }: { filtered: boolean }) {
  if (!filtered) {
    return (
      <Empty
        title={agents.none}
        hint={agents.noneHint}
        icon={<IconDeviceDesktop size={26} stroke={1.5} />}
      >
        <ButtonLink to="/install">{agents.install}</ButtonLink>
      </Empty>
    );
  }
  return (
    <Empty
      title={agents.noneFound}
      hint={agents.noneFoundHint}
      icon={<IconDeviceDesktopSearch size={26} stroke={1.5} />}
    >
      <ButtonLink to="/agents" variant="default">
        {agents.showAll}
      </ButtonLink>
    </Empty>
  );
}
