/** One graph: what it says in words, the lines, and the same as a table on request. */
import { Button, Skeleton } from "@mantine/core";
import { IconTable } from "@tabler/icons-react";
import { lazy, Suspense } from "react";
import { Panel, PanelTitle } from "../ui/Page";
import { GraphTable } from "./GraphTable";
import type { Graph } from "./graphs";
import { Legend } from "./Legend";
import { metrics as words } from "./messages";
import type { TimeWindow } from "./range";
import type { Scale } from "./summary";

/** The library that draws is only needed here; the words do not wait for it. */
const Plot = lazy(() => import("./Plot"));

interface GraphPanelProps {
  graph: Graph;
  scale: Scale;
  window: TimeWindow;
  /** The name of the agent that is compared with. */
  other: string;
  hasTable: boolean;
  onTable: (shown: boolean) => void;
  onZoom: (window: TimeWindow) => void;
  onBack: () => void;
}

export function GraphPanel({ graph, scale, other, hasTable, onTable, ...plot }: GraphPanelProps) {
  const actions = (
    <Button
      variant="default"
      size="compact-sm"
      leftSection={<IconTable size={16} />}
      aria-label={words.showTable(graph.title)}
      aria-expanded={hasTable}
      onClick={() => onTable(!hasTable)}
    >
      {words.table}
    </Button>
  );
  return (
    <Panel>
      <PanelTitle actions={actions}>{graph.title}</PanelTitle>
      <Legend graph={graph} scale={scale} window={plot.window} other={other} />
      <Suspense fallback={<Skeleton height={190} />}>
        <Plot graph={graph} scale={scale} {...plot} />
      </Suspense>
      {hasTable && <GraphTable graph={graph} scale={scale} other={other} />}
    </Panel>
  );
}
