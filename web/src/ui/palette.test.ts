import { expect, test } from "vitest";
import { PALETTE } from "./palette";

/** The surfaces behind text, from the lightest to the raised one, in both themes. */
const SURFACES = [
  ["#ffffff", "#f0f3f6"],
  ["#181d24", "#222830"],
] as const;

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].toSorted((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test("every colour can be read on every surface of its theme", () => {
  const poor = Object.entries(PALETTE).flatMap(([name, pair]) =>
    pair.flatMap((colour, theme) =>
      (SURFACES[theme] ?? [])
        .filter((surface) => contrast(colour, surface) < 4.5)
        .map((surface) => `${name} ${colour} on ${surface}: ${contrast(colour, surface)}`),
    ),
  );
  expect(poor).toEqual([]);
});
