/** The path of a small graph without axes: the newest value on the right. */

export interface Sketch {
  /** For an SVG path; empty with fewer than two values. */
  path: string;
  low: number;
  high: number;
  newest: number | null;
}

/**
 * Fits the values into a box of this size; one that never changes is a line in the middle. No line
 * leads through a missing value.
 */
export function sketchOf(values: (number | null)[], width: number, height: number): Sketch | null {
  const known = values.filter((value) => value !== null);
  const newest = values.at(-1);
  if (newest === undefined || known.length === 0) return null;
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const step = width / Math.max(1, values.length - 1);
  const y = (value: number) =>
    high === low ? height / 2 : height - ((value - low) / (high - low)) * height;
  const point = (value: number | null, place: number) => {
    if (value === null) return "";
    const isFirst = (values[place - 1] ?? null) === null;
    return `${isFirst ? "M" : "L"}${round(place * step)} ${round(y(value))}`;
  };
  return { path: known.length < 2 ? "" : values.map(point).join(""), low, high, newest };
}

const round = (value: number) => Math.round(value * 10) / 10;
