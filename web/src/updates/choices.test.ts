import { expect, test } from "vitest";
import { decisionsText } from "./choices";

test("a decision is one word when it is the same everywhere", () => {
  expect(decisionsText({ approve: 3, ignore: 0, nothing: 0 })).toBe("Approved");
  expect(decisionsText({ approve: 0, ignore: 0, nothing: 12 })).toBe("Undecided");
});

test("different decisions are shown with the number of agents of each", () => {
  expect(decisionsText({ approve: 2, ignore: 1, nothing: 4 })).toBe(
    "Approved on 2, Ignored on 1, Undecided on 4",
  );
});

test("an update that nobody misses has no decision", () => {
  expect(decisionsText({ approve: 0, ignore: 0, nothing: 0 })).toBe("");
});
