/** How many agents there are and how many are away, each leading to them; and a certificate that ends soon. */
import { Group } from "@mantine/core";
import { useFleetCounts } from "../live/counts";
import { useRights } from "../session/me";
import { formatNumber } from "../texts/format";
import { BadgeLink } from "../ui/links";
import { type Tone, toneColor } from "../ui/theme";
import { frame } from "./messages";

/** From so many days on a certificate is worth a word. */
const SOON = 15;

export function FleetCounts() {
  const counts = useFleetCounts();
  const { may } = useRights();
  if (!counts) return null;
  const away = counts.total_server_offline_count + counts.total_workstation_offline_count;
  const days = counts.days_until_cert_expires;
  return (
    <Group gap={6} wrap="nowrap" visibleFrom="lg">
      {days !== 0 && days <= SOON && may("can_view_core_settings") && (
        <Chip to="/settings/health" tone="bad" label={frame.certificate(days)} />
      )}
      {may("can_list_agents") && (
        <>
          <Chip
            to="/agents"
            search={{ type: "server" }}
            label={frame.serversCount(counts.total_server_count)}
          />
          <Chip
            to="/agents"
            search={{ type: "workstation" }}
            label={frame.workstationsCount(counts.total_workstation_count)}
          />
          {away > 0 && (
            <Chip
              to="/agents"
              search={{ search: "-is:online" }}
              tone="warning"
              label={frame.offlineCount(formatNumber(away))}
            />
          )}
        </>
      )}
    </Group>
  );
}

interface ChipProps {
  to: "/agents" | "/settings/health";
  search?: Record<string, string>;
  label: string;
  tone?: Tone;
}

function Chip({ to, search = {}, label, tone }: ChipProps) {
  return (
    <BadgeLink
      to={to}
      search={search}
      variant="light"
      color="gray"
      // Dark enough to be read on it, in both themes.
      {...(tone && { bg: `color-mix(in srgb, ${toneColor(tone)} 12%, var(--surface))` })}
      tt="none"
      fw={500}
      c={tone ? toneColor(tone) : "var(--mantine-color-text)"}
    >
      {label}
    </BadgeLink>
  );
}
