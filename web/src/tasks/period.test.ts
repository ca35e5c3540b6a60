import { expect, test } from "vitest";
import { periodOf } from "./period";

test("a period in any spelling is shown in the form's own spelling", () => {
  const sent = ["15m", "5M", "1D", "PT5M", "P1D", "pt90s", "PT1H30M", "", null];
  const shown = ["15m", "5m", "1d", "5m", "1d", "90s", "pt1h30m", "", ""];
  expect(sent.map(periodOf)).toEqual(shown);
});
