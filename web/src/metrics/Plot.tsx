/** The graph itself, on a canvas. Loaded only where metrics are shown. */
import "uplot/dist/uPlot.min.css";
import { useComputedColorScheme } from "@mantine/core";
import { useEffect, useEffectEvent, useRef, useState } from "react";
import uPlot from "uplot";
import { lineStyle } from "./colors";
import type { Graph } from "./graphs";
import classes from "./Plot.module.css";
import { type Drawing, plotData, plotOptions } from "./plotOptions";
import type { TimeWindow } from "./range";
import { type Scale, valueAt } from "./summary";

interface PlotProps {
  graph: Graph;
  scale: Scale;
  window: TimeWindow;
  onZoom: (window: TimeWindow) => void;
  /** A double click. */
  onBack: () => void;
}

/** As in the style sheet. */
const HEIGHT = 190;

/** By the minute nothing was thinned. */
const MINUTE = 60;

/** What the cursor points at. */
interface Pointed {
  place: number;
  /** Whether there is more room on the left of it. */
  isRight: boolean;
}

export default function Plot({ graph, scale, window, onZoom, onBack }: PlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<Pointed | null>(null);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const zoom = useEffectEvent((chosen: TimeWindow) => onZoom(chosen));
  const { times, bucket } = scale;
  useEffect(() => {
    const parent = box.current;
    if (!parent) return;
    const size = () => ({ width: parent.clientWidth, height: HEIGHT });
    const drawing: Drawing = {
      graph,
      times,
      isThinned: bucket > MINUTE,
      window,
      scheme,
      ink: inkOf(parent),
      size: size(),
      onZoom: (chosen) => zoom(chosen),
      onCursor: (place, left) =>
        setPointed(place === null ? null : { place, isRight: left > parent.clientWidth / 2 }),
    };
    const plot = new uPlot(plotOptions(drawing), plotData(drawing), parent);
    const observer = new ResizeObserver(() => plot.setSize(size()));
    observer.observe(parent);
    return () => {
      observer.disconnect();
      plot.destroy();
      setPointed(null);
    };
  }, [graph, times, bucket, window, scheme]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape and a button do the same
    <div className={classes.plot} onDoubleClick={onBack}>
      <div className={classes.canvas} ref={box} />
      {pointed && <Readout graph={graph} scale={scale} pointed={pointed} />}
    </div>
  );
}

/** Colours as they are on the page now: a canvas knows no variables. */
function inkOf(element: HTMLElement): Drawing["ink"] {
  const style = getComputedStyle(element);
  const color = (name: string) => style.getPropertyValue(name).trim();
  return { text: color("--mantine-color-dimmed"), grid: color("--line") };
}

/** The values under the cursor. The table has all of them in words. */
function Readout({
  graph,
  scale,
  pointed: { place, isRight },
}: Pick<PlotProps, "graph" | "scale"> & { pointed: Pointed }) {
  const time = scale.times[place];
  if (time === undefined) return null;
  return (
    <div className={classes.readout} data-left={isRight || undefined} aria-hidden>
      <div>{scale.timeText(time)}</div>
      {graph.lines.map((line) => (
        <div key={`${line.key} ${line.isOther}`} className={classes.value}>
          <span
            className={classes.mark}
            data-dashed={line.isOther || undefined}
            style={{ borderColor: lineStyle(line.color) }}
          />
          {line.label} {valueAt(line, place, scale.unit) || "–"}
        </div>
      ))}
    </div>
  );
}
