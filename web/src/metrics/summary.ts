/** What a line says, in words: beside the graph for everybody, and instead of it for people who do not see it. */
import { formatInUnit } from "../texts/units";
import type { Line, Values } from "./graphs";
import { metrics as words } from "./messages";

/** What lines are measured in and at. */
export interface Scale {
  unit: string;
  times: number[];
  /** Seconds that one value stands for. */
  bucket: number;
  /** A time, as short as it can be. */
  timeText: (seconds: number) => string;
}

/** An agent sends every five minutes: what is older than three of them, or the mean of more, is not "now". */
const RECENT = 15 * 60;

/** "Processor: now 12 %, highest 97 % at 14:05". */
export function summaryOf(line: Line, name: string, scale: Scale, now: number): string {
  const { unit, times, bucket, timeText } = scale;
  const newest = line.mean.findLastIndex((value) => value !== null);
  const peaks = line.max.map((value, place) => value ?? line.mean[place] ?? null);
  const top = highestOf(peaks);
  const [value, peak] = [line.mean[newest], peaks[top]];
  const [since, time] = [times[newest], times[top]];
  if (value == null || peak == null || since === undefined || time === undefined) return name;
  const text = formatInUnit(value, unit);
  const highest = formatInUnit(peak, unit);
  const isNow = bucket <= RECENT && now - since - bucket < RECENT;
  if (isNow) return words.now(name, text, highest, timeText(time));
  return words.last(name, text, timeText(since), highest, timeText(time));
}

/** Where the highest value is; the first of several, -1 without any. */
function highestOf(values: Values): number {
  let top = -1;
  for (const [place, value] of values.entries()) {
    if (value !== null && value > (values[top] ?? -Infinity)) top = place;
  }
  return top;
}

/** The value at one time, with what lay between the extremes that it stands for; nothing when it is not known. */
export function valueAt(line: Line, place: number, unit: string): string {
  const [mean, min, max] = [line.mean[place], line.min[place], line.max[place]];
  if (mean == null) return "";
  const text = formatInUnit(mean, unit);
  if (min == null || max == null || min === max) return text;
  return words.between(text, formatInUnit(min, unit), formatInUnit(max, unit));
}
