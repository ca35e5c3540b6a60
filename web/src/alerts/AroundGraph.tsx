/** A graph of the time around an alert; a drag or keys zoom, and the address remembers it. */
import { Button, Group, Stack, Text } from "@mantine/core";
import { useId, useMemo } from "react";
import { GraphPanel } from "../metrics/GraphPanel";
import { graphKeys } from "../metrics/graphKeys";
import type { Graph } from "../metrics/graphs";
import { metrics } from "../metrics/messages";
import {
  filtersOf,
  filtersOfPart,
  fitted,
  nowSeconds,
  type Step,
  type TimeWindow,
  UNZOOMED,
  viewOf,
} from "../metrics/range";
import { spanText, timeIn } from "../metrics/times";
import { TextLink } from "../ui/links";
import { useFilters } from "../ui/useFilter";
import { marksOf } from "./around";
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
  const hint = useId();
  const { from, to } = window;
  const shown = useMemo(() => ({ from, to }), [from, to]);
  const { alert_time, resolved_on, severity } = alert;
  const marked = useMemo(
    () => ({ ...graph, marks: marksOf({ alert_time, resolved_on, severity }) }),
    [graph, alert_time, resolved_on, severity],
  );
  const scale = useMemo(
    () => ({
      ...{ times, bucket, unit: graph.unit },
      timeText: (seconds: number) => timeIn(shown, seconds),
    }),
    [times, bucket, graph.unit, shown],
  );
  const zoom = (chosen: TimeWindow) =>
    setFilters(filtersOfPart(fitted(chosen, nowSeconds())), { step: true });
  const step = (by: Step) => zoom(by(shown, nowSeconds()));
  const isZoomed = viewOf(filters).zoom !== null;
  const back = () => isZoomed && setFilters(UNZOOMED, { step: true });
  return (
    <Stack gap={4}>
      <section
        aria-label={words.graph}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and zoom the graph
        tabIndex={0}
        onKeyDown={graphKeys({ onStep: step, onBack: back })}
      >
        <GraphPanel
          graph={marked}
          scale={scale}
          window={shown}
          other=""
          hasTable={filters.table === graph.id}
          onTable={(isShown) => setFilters({ table: isShown ? graph.id : undefined })}
          onZoom={zoom}
          onBack={back}
        />
      </section>
      <Text size="xs" c="dimmed" id={hint} visibleFrom="sm">
        {metrics.keys}
      </Text>
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          {spanText(shown)}
        </Text>
        {isZoomed && (
          <Button size="compact-sm" variant="default" onClick={back}>
            {words.graphBack}
          </Button>
        )}
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
