import { expect, test, vi } from "vitest";
import type { Run } from "../runs/queries";

vi.stubGlobal("window", { location: { origin: "http://muster" }, addEventListener: () => {} });
const { scanFailure } = await import("./scanFailure");

const scan = (status: Run["status"], more = {}) => ({
  status,
  time: "2026-11-16T12:00:00Z",
  finished: "2026-11-16T12:01:00Z",
  problem: "",
  results: "",
  ...more,
});
const failed = scan("failed", { results: "Reading lists\n\u001b[31mE: no network\u001b[0m\n\n" });

test("a failed scan is reported with its time and the end of its output", () => {
  expect(scanFailure([failed], null)).toEqual({
    time: "2026-11-16T12:01:00Z",
    reason: "E: no network",
  });
  const late = scan("timed_out", { problem: "It ran out of time.", finished: null });
  expect(scanFailure([late], "2026-11-16T11:00:00Z")).toEqual({
    time: "2026-11-16T12:00:00Z",
    reason: "It ran out of time.",
  });
});

test("one that still runs or was cancelled says nothing about the one before", () => {
  expect(scanFailure([scan("running"), scan("cancelled"), failed], null)).not.toBeNull();
});

test("nothing is reported once a scan was stored, or when there was none", () => {
  expect(scanFailure([failed], "2026-11-16T13:00:00Z")).toBeNull();
  expect(scanFailure([scan("passed"), failed], null)).toBeNull();
  expect(scanFailure([scan("queued")], null)).toBeNull();
});
