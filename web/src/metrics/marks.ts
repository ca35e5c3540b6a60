/** Marks in a graph: when something happened, with a word beside the line. */
import type uPlot from "uplot";
import { namedColor, type Scheme } from "./colors";
import type { Graph, Mark } from "./graphs";
import type { TimeWindow } from "./range";

/** Those whose time is shown, the oldest first. */
export function marksIn({ marks = [] }: Pick<Graph, "marks">, { from, to }: TimeWindow): Mark[] {
  return marks
    .filter(({ time }) => time >= from && time <= to)
    .toSorted((left, right) => left.time - right.time);
}

/** In pixels of the page. */
const FONT_SIZE = 12;
const ROW = FONT_SIZE + 4;
const SPACE = 5;

interface MarkedDrawing {
  graph: Graph;
  window: TimeWindow;
  scheme: Scheme;
}

/** Each label has a row of its own: two things may have happened at nearly the same time. */
export function drawMarks(plot: uPlot, { graph, window: shown, scheme }: MarkedDrawing) {
  const { ctx, bbox } = plot;
  const scale = Math.max(1, window.devicePixelRatio);
  const right = bbox.left + bbox.width;
  ctx.save();
  ctx.lineWidth = Math.round(scale * 1.5);
  ctx.font = `600 ${FONT_SIZE * scale}px system-ui, sans-serif`;
  ctx.textBaseline = "top";
  for (const [row, { label, time, color }] of marksIn(graph, shown).entries()) {
    const x = Math.round(plot.valToPos(time, "x", true));
    ctx.strokeStyle = ctx.fillStyle = namedColor(color, scheme);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    const isLeft = x + SPACE * scale + ctx.measureText(label).width > right;
    ctx.textAlign = isLeft ? "right" : "left";
    const side = isLeft ? -SPACE : SPACE;
    ctx.fillText(label, x + side * scale, bbox.top + row * ROW * scale);
  }
  ctx.restore();
}
