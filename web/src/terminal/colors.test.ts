import { expect, test } from "vitest";
import { contrast, ENOUGH, GROUND, paint, readable, rgbOf } from "./colors";

test("each of the 256 colours can be read on both themes", () => {
  for (let color = 0; color < 256; color += 1) {
    for (const ground of [GROUND.light, GROUND.dark]) {
      const shown = contrast(readable(rgbOf(color), ground), ground);
      expect(shown, `colour ${color}`).toBeGreaterThanOrEqual(ENOUGH);
    }
  }
});

test("each colour can be read on each other", () => {
  const unreadable: string[] = [];
  for (let text = 0; text < 16; text += 1) {
    for (let ground = 0; ground < 256; ground += 3) {
      const behind = rgbOf(ground);
      const shown = contrast(readable(rgbOf(text), behind), behind);
      if (shown < ENOUGH) unreadable.push(`${text} on ${ground}`);
    }
  }
  expect(unreadable).toEqual([]);
});

test("a colour that can be read is left as it is", () => {
  expect(readable([30, 90, 200], GROUND.light)).toEqual([30, 90, 200]);
  expect(rgbOf(208)).toEqual([255, 135, 0]);
  expect(rgbOf(244)).toEqual([128, 128, 128]);
});

test("a style becomes what the browser draws, and the same one each time", () => {
  expect(paint({ bold: true, underline: true, strike: true, text: 4 })).toEqual({
    color: expect.stringMatching(/^light-dark\(#1e5ac8, #[0-9a-f]{6}\)$/),
    fontWeight: 700,
    textDecoration: "underline line-through",
  });
  expect(paint({ ground: 15 })).toEqual({ color: "#000000", backgroundColor: "#ffffff" });
  expect(paint({ inverse: true }).backgroundColor).toBe("light-dark(#000000, #ffffff)");
  expect(paint({ text: 1, inverse: true }).backgroundColor).toBe("#bb2026");
  expect(paint({ text: 1 })).toBe(paint({ text: 1 }));
});
