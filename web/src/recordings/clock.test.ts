import { expect, test } from "vitest";
import { clockTime } from "./clock";

test("a moment has hours only where there are some", () => {
  const all = [-1, 0, 999, 7_000, 754_000, 3_723_999, 360_000_000].map(clockTime);
  expect(all).toEqual(["0:00", "0:00", "0:00", "0:07", "12:34", "1:02:03", "100:00:00"]);
});
