/** The colours of lines: each is readable in both themes, and neighbours are far apart. */
import { PALETTE } from "../ui/palette";

export type Scheme = "light" | "dark";

const ORDER = ["teal", "orange", "violet", "green", "pink", "blue", "yellow", "grey"];

function pairOf(color: number): readonly [light: string, dark: string] {
  return PALETTE[ORDER[color % ORDER.length] ?? "grey"] ?? ["#000000", "#ffffff"];
}

/** For a canvas, which knows no variables of a style sheet. */
export function lineColor(color: number, scheme: Scheme): string {
  return pairOf(color)[scheme === "light" ? 0 : 1];
}

/** For a style. */
export const lineStyle = (color: number) => `light-dark(${pairOf(color).join(", ")})`;

/** A colour by its name: for a canvas, and for a style. */
export function namedColor(name: string, scheme: Scheme): string {
  return PALETTE[name]?.[scheme === "light" ? 0 : 1] ?? lineColor(7, scheme);
}

export const namedStyle = (name: string) =>
  `light-dark(${namedColor(name, "light")}, ${namedColor(name, "dark")})`;
