/** The newest values of a check, as small as a word; in words for everybody who does not see it. */
import { useQuery } from "@tanstack/react-query";
import { formatInUnit } from "../texts/units";
import { drawnValue, UNITS } from "./historyGraph";
import { checks as words } from "./messages";
import { nameOf } from "./order";
import { recentQuery } from "./queries";
import { sketchOf } from "./sparkline";
import { type Check, resultOf } from "./types";

const WIDTH = 90;
const HEIGHT = 20;

export function Sparkline({ check, agentId }: { check: Check; agentId: string }) {
  const result = resultOf(check);
  const samples = result?.history ?? [];
  // Only some types have samples with their result; the others have a history.
  const isRead = samples.length < 2 && Boolean(result?.last_run);
  const lastRun = result?.last_run ?? "";
  const { data } = useQuery({ ...recentQuery(agentId, check.id, lastRun), enabled: isRead });
  const values = isRead
    ? (data ?? []).map(({ y }) => drawnValue(check.check_type, y)).toReversed()
    : samples;
  const sketch = sketchOf(values, WIDTH, HEIGHT);
  if (!sketch?.path) return null;
  const text = (value: number) => formatInUnit(value, UNITS[check.check_type]);
  const newest = sketch.newest === null ? words.noAnswer : text(sketch.newest);
  const summary = words.recentText(text(sketch.low), text(sketch.high), newest);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT + 4}
      viewBox={`0 -2 ${WIDTH} ${HEIGHT + 4}`}
      role="img"
      aria-label={`${words.recentOf(nameOf(check))}: ${summary}`}
      style={{ display: "block" }}
    >
      <title>{summary}</title>
      <path
        d={sketch.path}
        fill="none"
        stroke="var(--mantine-color-dimmed)"
        strokeWidth={1.5}
        strokeLinejoin="round"
      />
    </svg>
  );
}
