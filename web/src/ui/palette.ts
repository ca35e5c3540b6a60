/**
 * Colours that somebody may choose for what is good, bad and so on: for eyes
 * that do not distinguish red from green. Each is readable in both themes.
 */
import type { Tone } from "./theme";

/** On a light and on a dark surface. */
export const PALETTE: Record<string, readonly [light: string, dark: string]> = {
  green: ["#17703a", "#4cc26b"],
  teal: ["#056a78", "#3fc1cf"],
  blue: ["#0b62b8", "#69b1ff"],
  violet: ["#7443c4", "#c09bff"],
  pink: ["#b0246f", "#ff8ac2"],
  red: ["#c4242b", "#ff7b72"],
  orange: ["#a8480a", "#ff9d5c"],
  yellow: ["#8f5b00", "#e0a534"],
  grey: ["#5a6470", "#98a2ad"],
};

/** Replaces the theme's own colours; an unknown name keeps them. */
export function paint(chosen: Partial<Record<Tone, string>>) {
  const { style } = document.documentElement;
  for (const [tone, name] of Object.entries(chosen)) {
    const pair = PALETTE[name];
    if (pair) style.setProperty(`--tone-${tone}`, `light-dark(${pair.join(", ")})`);
    else style.removeProperty(`--tone-${tone}`);
  }
}
