/** The history of a check as a graph: 24 hours, 7 days, 30 days, all of it, or a part. */
import { Group, SegmentedControl, Stack, Text } from "@mantine/core";
import { IconChartLine, IconZoomReset } from "@tabler/icons-react";
import { useQuery } from "@tanstack/react-query";
import { useId, useMemo } from "react";
import { asWord } from "../api/word";
import { GraphPanel } from "../metrics/GraphPanel";
import { graphKeys } from "../metrics/graphKeys";
import { fitted, nowSeconds, type Step, type TimeWindow, UNZOOMED, viewOf } from "../metrics/range";
import { spanText, timeIn } from "../metrics/times";
import { IconAction } from "../ui/actions";
import { Empty, Loaded } from "../ui/states";
import { useFilters } from "../ui/useFilter";
import { historyOf } from "./historyGraph";
import { DAYS, filtersOf, HISTORY_RANGES, rangeOf, windowOf, zoomFilters } from "./historyRange";
import { history as words } from "./messages";
import { historyQuery } from "./queries";
import { type Check, type CheckPoint, resultOf } from "./types";

/** Results that pass as those before are not announced. */
const EVERY = 60_000;

export function HistoryPanel({ check, agentId }: { check: Check; agentId: string }) {
  const [filters, setFilters] = useFilters();
  const range = rangeOf(filters);
  const query = useQuery({
    ...historyQuery(agentId, check.id, DAYS[range]),
    refetchInterval: EVERY,
    // The server has no history of a check that the agent was never given.
    enabled: resultOf(check) !== null,
  });
  const isZoomed = viewOf(filters).zoom !== null;
  return (
    <Stack gap="xs">
      <Group gap="xs">
        <SegmentedControl
          aria-label={words.range}
          value={isZoomed ? "" : range}
          onChange={(chosen) => setFilters(filtersOf(asWord(chosen)), { step: true })}
          data={HISTORY_RANGES.map((value) => ({ value, label: words.ranges[value] }))}
        />
        {isZoomed && (
          <IconAction
            label={words.back}
            variant="default"
            size={36}
            onClick={() => setFilters(UNZOOMED, { step: true })}
          >
            <IconZoomReset size={18} />
          </IconAction>
        )}
      </Group>
      {resultOf(check) ? (
        <Loaded query={query}>{(points) => <HistoryGraph check={check} points={points} />}</Loaded>
      ) : (
        <NoHistory />
      )}
    </Stack>
  );
}

function NoHistory() {
  const icon = <IconChartLine size={26} stroke={1.5} />;
  return <Empty title={words.none} hint={words.noneHint} icon={icon} />;
}

function HistoryGraph({ check, points }: { check: Check; points: CheckPoint[] }) {
  const [filters, setFilters] = useFilters();
  const hint = useId();
  const { graph, times } = useMemo(() => historyOf(check, points), [check, points]);
  const range = rangeOf(filters);
  const { zoom } = viewOf(filters);
  const [from, to] = [zoom?.from, zoom?.to];
  const window = useMemo(
    () => (from && to ? { from, to } : windowOf(range, times, nowSeconds())),
    [from, to, range, times],
  );
  if (points.length === 0) return <NoHistory />;
  const show = (next: TimeWindow) =>
    setFilters(zoomFilters(fitted(next, nowSeconds())), { step: true });
  const back = () => zoom && setFilters(UNZOOMED, { step: true });
  const step = (by: Step) => show(by(window, nowSeconds()));
  const scale = {
    unit: graph.unit,
    times,
    bucket: 60,
    timeText: (seconds: number) => timeIn(window, seconds),
  };
  return (
    <>
      <Text size="xs" c="dimmed" id={hint} visibleFrom="sm">
        {words.keys} {spanText(window)}
      </Text>
      <section
        aria-label={words.graphs}
        aria-describedby={hint}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: its keys move and zoom the graph
        tabIndex={0}
        onKeyDown={graphKeys({ onStep: step, onBack: back })}
      >
        <GraphPanel
          graph={graph}
          scale={scale}
          window={window}
          other=""
          hasTable={filters.table === graph.id}
          onTable={(shown) => setFilters({ table: shown ? graph.id : undefined })}
          onZoom={show}
          onBack={back}
        />
      </section>
    </>
  );
}
