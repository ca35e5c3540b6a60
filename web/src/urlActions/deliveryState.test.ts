import { expect, test } from "vitest";
import { isOpen, stateOf } from "./deliveryState";

test("a delivery says what became of it, and whether it is tried again", () => {
  const states = [
    { state: "pending", status: null, attempts: 0 },
    { state: "pending", status: 503, attempts: 1 },
    { state: "pending", status: null, attempts: 2 },
    { state: "delivered", status: 204, attempts: 3 },
    { state: "failed", status: 404, attempts: 1 },
    { state: "failed", status: null, attempts: 3 },
  ] as const;
  expect(states.map(stateOf)).toEqual([
    { tone: "info", label: "Sending" },
    { tone: "warning", label: "Will be tried again (503)" },
    { tone: "warning", label: "Will be tried again" },
    { tone: "good", label: "Delivered (204)" },
    { tone: "bad", label: "Failed (404)" },
    { tone: "bad", label: "Failed" },
  ]);
  expect(states.map(isOpen)).toEqual([true, true, true, false, false, false]);
});
