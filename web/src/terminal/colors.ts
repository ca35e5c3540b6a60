/** The colours of output, made readable on both themes. */
import type { CSSProperties } from "react";
import { type Color, keyOf, type Style } from "./style";

type Rgb = readonly [red: number, green: number, blue: number];

/** The background of output, as in OutputPane.module.css. */
export const GROUND: Record<"light" | "dark", Rgb> = {
  light: [251, 252, 253],
  dark: [15, 19, 24],
};
const BLACK: Rgb = [0, 0, 0];
const WHITE: Rgb = [255, 255, 255];
/** What text needs to be read, by the rules for accessibility. */
export const ENOUGH = 4.5;

const BASE: Rgb[] = [
  [0, 0, 0],
  [187, 32, 38],
  [22, 128, 60],
  [150, 110, 0],
  [30, 90, 200],
  [140, 50, 160],
  [10, 125, 140],
  [170, 176, 184],
  [110, 118, 129],
  [240, 90, 90],
  [70, 200, 110],
  [225, 175, 50],
  [100, 160, 255],
  [205, 130, 235],
  [70, 200, 210],
  [255, 255, 255],
];

export function rgbOf(color: Color): Rgb {
  if (typeof color !== "number") return color;
  const base = BASE[color];
  if (base) return base;
  if (color >= 232) {
    const grey = 8 + 10 * (color - 232);
    return [grey, grey, grey];
  }
  const cube = color - 16;
  const level = (step: number) => (step === 0 ? 0 : 55 + 40 * step);
  return [level(Math.floor(cube / 36)), level(Math.floor(cube / 6) % 6), level(cube % 6)];
}

/** The contrast of two colours, 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The colour itself where it can be read, else the nearest that can. */
export function readable(color: Rgb, ground: Rgb): Rgb {
  const end = contrast(BLACK, ground) > contrast(WHITE, ground) ? BLACK : WHITE;
  for (let step = 0; step < 20; step += 1) {
    const share = step / 20;
    const mixed = color.map((part, at) => Math.round(part + share * ((end[at] ?? 0) - part)));
    if (contrast(mixed as unknown as Rgb, ground) >= ENOUGH) return mixed as unknown as Rgb;
  }
  return end;
}

const hex = (color: Rgb) => `#${color.map((part) => part.toString(16).padStart(2, "0")).join("")}`;

const known = new Map<string, CSSProperties>();
const MOST_KNOWN = 1_000;

export function paint(style: Style): CSSProperties {
  const key = keyOf(style);
  const before = known.get(key);
  if (before) return before;
  if (known.size >= MOST_KNOWN) known.clear();
  const { bold, italic, underline, strike } = style;
  const lines = [underline && "underline", strike && "line-through"].filter(Boolean).join(" ");
  const painted: CSSProperties = {
    ...colored(style),
    ...(bold && { fontWeight: 700 }),
    ...(italic && { fontStyle: "italic" }),
    ...(lines && { textDecoration: lines }),
  };
  known.set(key, painted);
  return painted;
}

function colored({ inverse, text, ground }: Style): CSSProperties {
  const [front, back] = inverse ? [ground, text] : [text, ground];
  if (back !== undefined) {
    const behind = rgbOf(back);
    const plain = contrast(BLACK, behind) > contrast(WHITE, behind) ? BLACK : WHITE;
    const before = front === undefined ? plain : readable(rgbOf(front), behind);
    return { color: hex(before), backgroundColor: hex(behind) };
  }
  if (inverse) {
    const ends = { light: BLACK, dark: WHITE };
    const color = front === undefined ? GROUND : onBoth(front, ends);
    return {
      color: `light-dark(${hex(color.light)}, ${hex(color.dark)})`,
      backgroundColor: `light-dark(${hex(ends.light)}, ${hex(ends.dark)})`,
    };
  }
  if (front === undefined) return {};
  const { light, dark } = onBoth(front, GROUND);
  return { color: `light-dark(${hex(light)}, ${hex(dark)})` };
}

const onBoth = (color: Color, grounds: typeof GROUND) => ({
  light: readable(rgbOf(color), grounds.light),
  dark: readable(rgbOf(color), grounds.dark),
});
