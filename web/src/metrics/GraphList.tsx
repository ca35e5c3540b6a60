/** The graphs of what was measured; instead of none, why there is none. */
import { Button, SimpleGrid } from "@mantine/core";
import { IconChartLine } from "@tabler/icons-react";
import { useMemo } from "react";
import { Empty } from "../ui/states";
import { GraphPanel } from "./GraphPanel";
import { graphsOf } from "./graphs";
import { metrics as words } from "./messages";
import type { Measured } from "./queries";
import type { TimeWindow } from "./range";
import { timeIn } from "./times";

interface GraphListProps {
  measured: Measured;
  /** The name of the agent that is compared with. */
  other: string;
  /** The graph whose table is shown. */
  table: string;
  onTable: (graph: string) => void;
  onZoom: (window: TimeWindow) => void;
  /** Leaves the zoom. */
  onBack: () => void;
  isZoomed: boolean;
}

export function GraphList({ measured, other, table, onTable, isZoomed, ...plot }: GraphListProps) {
  const { window, own } = measured;
  const graphs = useMemo(() => graphsOf(own, measured.other), [own, measured.other]);
  const scale = useMemo(
    () => ({
      times: own.times,
      bucket: own.bucket_seconds,
      timeText: (seconds: number) => timeIn(window, seconds),
    }),
    [own, window],
  );
  if (graphs.length === 0) {
    const icon = <IconChartLine size={26} stroke={1.5} />;
    return (
      <Empty title={words.none} hint={words.noneHint} icon={icon}>
        {isZoomed && (
          <Button variant="default" onClick={plot.onBack}>
            {words.back}
          </Button>
        )}
      </Empty>
    );
  }
  return (
    <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="md" className="cards">
      {graphs.map((graph) => (
        <GraphPanel
          key={graph.id}
          graph={graph}
          scale={{ ...scale, unit: graph.unit }}
          window={window}
          other={other}
          hasTable={table === graph.id}
          onTable={(shown) => onTable(shown ? graph.id : "")}
          {...plot}
        />
      ))}
    </SimpleGrid>
  );
}
