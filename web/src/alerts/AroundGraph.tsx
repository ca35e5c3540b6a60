/** A graph of the time around an alert; a drag zooms, and the address remembers it. */
import { Group, Stack, Text } from "@mantine/core";
import { useMemo } from "react";
import { GraphPanel } from "../metrics/GraphPanel";
import type { Graph } from "../metrics/graphs";
import { filtersOf, fitted, nowSeconds, type TimeWindow, UNZOOMED } from "../metrics/range";
import { spanText, timeIn } from "../metrics/times";
import { formatMoment } from "../texts/format";
import { TextLink } from "../ui/links";
import { useFilters } from "../ui/useFilter";
import { alerts as words } from "./messages";
import type { Alert } from "./queries";

interface AroundGraphProps {
  alert: Alert;
  graph: Graph;
  /** Seconds since 1970. */
  times: number[];
  /** Seconds that one value stands for; 0 when it is of one moment. */
  bucket: number;
  window: TimeWindow;
}

export function AroundGraph({ alert, graph, times, bucket, window }: AroundGraphProps) {
  const [filters, setFilters] = useFilters();
  const { from, to } = window;
  const shown = useMemo(() => ({ from, to }), [from, to]);
  const scale = useMemo(
    () => ({
      ...{ times, bucket, unit: graph.unit },
      timeText: (seconds: number) => timeIn(shown, seconds),
    }),
    [times, bucket, graph.unit, shown],
  );
  const zoom = (chosen: TimeWindow) => {
    const now = nowSeconds();
    setFilters(filtersOf(fitted(chosen, now), now), { step: true });
  };
  return (
    <Stack gap={4} component="section" aria-label={words.graph}>
      <GraphPanel
        graph={graph}
        scale={scale}
        window={shown}
        other=""
        hasTable={filters.table === graph.id}
        onTable={(isShown) => setFilters({ table: isShown ? graph.id : undefined })}
        onZoom={zoom}
        onBack={() => setFilters(UNZOOMED, { step: true })}
      />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {words.graphSpan(spanText(shown))} {words.graphOpened(formatMoment(alert.alert_time))}{" "}
          {alert.resolved_on && words.graphResolved(formatMoment(alert.resolved_on))}
        </Text>
        {alert.agent_id && (
          <TextLink
            to="/agents/$agentId/metrics"
            params={{ agentId: alert.agent_id }}
            search={filtersOf(shown, nowSeconds())}
            size="sm"
          >
            {words.graphMore}
          </TextLink>
        )}
      </Group>
    </Stack>
  );
}
