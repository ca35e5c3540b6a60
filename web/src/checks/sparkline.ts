/** The path of a small graph without axes: the newest value on the right. */

export interface Sketch {
  /** For an SVG path; empty with fewer than two values. */
  path: string;
  low: number;
  high: number;
  newest: number;
}

/** Fits the values into a box of this size; one that never changes is a line in the middle. */
export function sketchOf(values: number[], width: number, height: number): Sketch | null {
  const newest = values.at(-1);
  if (newest === undefined) return null;
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const step = width / Math.max(1, values.length - 1);
  const y = (value: number) =>
    high === low ? height / 2 : height - ((value - low) / (high - low)) * height;
  const point = (value: number, place: number) =>
    `${place === 0 ? "M" : "L"}${round(place * step)} ${round(y(value))}`;
  return { path: values.length < 2 ? "" : values.map(point).join(""), low, high, newest };
}

const round = (value: number) => Math.round(value * 10) / 10;
