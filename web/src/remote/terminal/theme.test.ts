import { expect, test } from "vitest";
import { themeOf } from "./theme";

test("each theme has a colour for everything, as the terminal reads them", () => {
  for (const scheme of ["light", "dark"] as const) {
    const colors = Object.values(themeOf(scheme));
    expect(colors).toHaveLength(21);
    expect(colors.filter((color) => !/^#[0-9a-f]{6}$/.test(String(color)))).toEqual([]);
  }
  expect(themeOf("light").background).not.toBe(themeOf("dark").background);
});
