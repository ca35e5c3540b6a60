import { expect, test } from "vitest";
import { lineOf, nextEvent, watchesOfAgent, watchOfAgent, watchOfRun } from "./find";
import type { Watch } from "./queries";

const watch = (id: number, changes: Partial<Watch>): Watch => ({
  id,
  event: "online",
  agent_id: "a",
  hostname: "pc-1",
  run: null,
  run_type: null,
  script_name: null,
  created: "2026-11-18T04:00:00Z",
  ...changes,
});

const online = watch(1, {});
const offline = watch(2, { agent_id: "b", hostname: "pc-2", event: "offline" });
const script = watch(3, {
  event: "ended",
  run: 7,
  run_type: "script_run",
  script_name: "Clean up",
});
const command = watch(4, { event: "ended", run: 8, run_type: "cmd_run", script_name: "" });
const all = [online, offline, script, command];

test("an agent that is online can go offline, any other can come online", () => {
  expect(["online", "offline", "overdue"].map(nextEvent)).toEqual(["offline", "online", "online"]);
});

test("the watch on an agent is found by agent and event, and is none on its runs", () => {
  expect(watchOfAgent(all, "a", "online")).toBe(online);
  expect(watchOfAgent(all, "a", "offline")).toBeUndefined();
  expect(watchOfAgent(all, "b", "offline")).toBe(offline);
  expect(watchesOfAgent(all, "a")).toEqual([online]);
  expect(watchesOfAgent(all, "c")).toEqual([]);
});

test("the watch on a run is found by its key", () => {
  expect(watchOfRun(all, 7)).toBe(script);
  expect(watchOfRun(all, 9)).toBeUndefined();
});

test("nothing is found before the watches are read", () => {
  expect(watchOfAgent(undefined, "a", "online")).toBeUndefined();
  expect(watchesOfAgent(undefined, "a")).toEqual([]);
  expect(watchOfRun(undefined, 7)).toBeUndefined();
});

test("a line says what a watch waits for", () => {
  expect(all.map(lineOf)).toEqual([
    "pc-1 is online",
    "pc-2 goes offline",
    "run 7, Clean up, on pc-1 ends",
    "run 8 on pc-1 ends",
  ]);
});
