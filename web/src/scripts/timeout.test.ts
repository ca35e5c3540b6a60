import { expect, test } from "vitest";
import { runTimeout } from "./timeout";

test("a run takes as long as its script says, within what a run may have", () => {
  expect([0, 1, 90, 86_400, 2_147_483_647].map(runTimeout)).toEqual([90, 1, 90, 86_400, 86_400]);
});
