/** How many agents there are, and how many are away; each leads to them. */
import { Group } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRights } from "../accounts/me";
import { countsQuery } from "../agents/queries";
import { useFallbackInterval, useLiveQueries } from "../live/live";
import { formatNumber } from "../texts/format";
import { BadgeLink } from "../ui/links";
import { frame } from "./messages";

export function FleetCounts() {
  const allowed = useRights().may("can_list_agents");
  const refetchInterval = useFallbackInterval(30_000);
  useLiveQueries(allowed ? ["agents"] : [], [countsQuery.queryKey], 2_000);
  const { data } = useQuery({ ...countsQuery, refetchInterval, enabled: allowed });
  if (!data) return null;
  return (
    <Group gap={6} wrap="nowrap" visibleFrom="lg">
      <BadgeLink
        to="/agents"
        variant="light"
        color="gray"
        tt="none"
        fw={500}
        c="var(--mantine-color-text)"
      >
        {frame.agentsCount(data.all)}
      </BadgeLink>
      {data.away > 0 && (
        <BadgeLink
          to="/agents"
          search={{ search: "-is:online" }}
          variant="light"
          color="gray"
          tt="none"
          fw={500}
          c="var(--mantine-color-text)"
        >
          {frame.offlineCount(formatNumber(data.away))}
        </BadgeLink>
      )}
    </Group>
  );
}
