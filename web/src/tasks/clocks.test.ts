import { expect, test } from "vitest";
import { clocksOf } from "./clocks";

const zones = (run_time_zone: string, agentZone: string | null) =>
  clocksOf({ run_time_zone, zone_name: "Asia/Tokyo" }, agentZone).map(
    ({ title, zone }) => `${title}: ${zone}`,
  );

test("runs are shown in the agent's time and in UTC", () => {
  expect(zones("utc", "Europe/Berlin")).toEqual([
    "Agent (Europe/Berlin): Europe/Berlin",
    "UTC: UTC",
  ]);
});

test("a zone that the task names has a column of its own", () => {
  expect(zones("named", "Europe/Berlin")).toEqual([
    "Agent (Europe/Berlin): Europe/Berlin",
    "Asia/Tokyo: Asia/Tokyo",
    "UTC: UTC",
  ]);
  expect(zones("named", "Asia/Tokyo")).toEqual(["Agent (Asia/Tokyo): Asia/Tokyo", "UTC: UTC"]);
});

test("without an agent its own time has digits and no instant", () => {
  expect(zones("agent", null)).toEqual(["Agent's own time: UTC"]);
  expect(zones("utc", null)).toEqual(["UTC: UTC"]);
});
