/** What each line of a graph says, in words. */
import { Text } from "@mantine/core";
import { lineStyle, namedStyle } from "./colors";
import type { Graph, Line } from "./graphs";
import classes from "./Legend.module.css";
import { marksIn } from "./marks";
import { metrics as words } from "./messages";
import { nowSeconds, type TimeWindow } from "./range";
import { type Scale, summaryOf } from "./summary";

interface LegendProps {
  graph: Graph;
  scale: Scale;
  window: TimeWindow;
  /** The name of the agent that is compared with. */
  other: string;
}

export function Legend({ graph, scale, window, other }: LegendProps) {
  const now = nowSeconds();
  return (
    <>
      <ul className={classes.legend} aria-label={words.summary(graph.title)}>
        {graph.lines.map((line) => (
          <li key={`${line.key} ${line.isOther}`}>
            <span
              className={classes.mark}
              data-dashed={line.isOther || undefined}
              style={{ borderColor: lineStyle(line.color) }}
              aria-hidden
            />
            {line.summary ?? summaryOf(line, nameOf(line, other), scale, now)}
          </li>
        ))}
        {marksIn(graph, window).map(({ label, time, color }) => (
          <li key={label}>
            <span
              className={classes.mark}
              data-upright
              style={{ borderColor: namedStyle(color) }}
              aria-hidden
            />
            {words.markAt(label, scale.timeText(time))}
          </li>
        ))}
        {graph.thresholds?.map(({ label, color }) => (
          <li key={label}>
            <span
              className={classes.mark}
              data-dashed
              style={{ borderColor: namedStyle(color) }}
              aria-hidden
            />
            {label}
          </li>
        ))}
      </ul>
      {graph.others.length > 0 && (
        <Text size="xs" c="dimmed">
          {words.notDrawn(graph.others.length)}
        </Text>
      )}
    </>
  );
}

/** Lines of two agents are distinguished by the name of the second. */
export const nameOf = ({ label, isOther }: Line, other: string) =>
  isOther ? words.ofAgent(label, other) : label;
