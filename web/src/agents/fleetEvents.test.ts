import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FleetEvents, type FleetTable } from "./fleetEvents";
import { type AgentEvent, type AgentRow, type FleetFilter, type Pages, rowsOf } from "./fleetRows";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const agent = (agent_id: string, more: object = {}) =>
  ({ agent_id, status: "online", ...more }) as AgentRow;

const pages = (...results: AgentRow[]): Pages => ({
  pages: [{ count: results.length, next: null, previous: null, results }],
  pageParams: [1],
});

const status = (agent_id: string, next: AgentRow["status"]): AgentEvent => ({
  seq: 1,
  time: "2026-11-16T12:00:00Z",
  topic: "agents",
  type: "agent.status",
  data: { agent_id, status: next },
});

/** Rows as a page would hold them, and a server with other answers to come. */
class Table implements FleetTable {
  rows: Pages | undefined;
  changes = 0;
  rereads = 0;
  isBusy = false;
  asked: string[] = [];
  answers = new Map<string, AgentRow | Error | undefined>();

  constructor(
    readonly filter: FleetFilter,
    ...rows: AgentRow[]
  ) {
    this.rows = pages(...rows);
  }

  change = (by: (rows: Pages | undefined) => Pages | undefined) => {
    this.changes += 1;
    this.rows = by(this.rows);
  };
  isReading = () => this.isBusy;
  reread = async () => {
    this.rereads += 1;
  };
  readAgent = async (agentId: string) => {
    this.asked.push(agentId);
    const answer = this.answers.get(agentId);
    if (answer instanceof Error) throw answer;
    return answer;
  };

  shown() {
    return Object.fromEntries(rowsOf(this.rows).map((row) => [row.agent_id, row.status]));
  }
}

const OFFLINE: FleetFilter = { status: "offline" };

test("events that come together are shown in one change, and not before", async () => {
  const table = new Table({}, agent("a"), agent("b"));
  const events = new FleetEvents(table);
  events.add(status("a", "offline"));
  await vi.advanceTimersByTimeAsync(100);
  events.add(status("b", "overdue"));
  await vi.advanceTimersByTimeAsync(99);
  expect(table.changes).toBe(0);
  await vi.advanceTimersByTimeAsync(1);
  expect([table.changes, table.shown()]).toEqual([1, { a: "offline", b: "overdue" }]);
});

test("an agent that may match now is asked for: it appears, or it goes", async () => {
  const table = new Table(OFFLINE, agent("gone", { status: "offline" }));
  table.answers.set("new", agent("new", { status: "offline" }));
  const events = new FleetEvents(table);
  events.add(status("new", "offline"));
  events.add(status("gone", "online"));
  await vi.advanceTimersByTimeAsync(200);
  expect(table.asked).toEqual(["new", "gone"]);
  expect(table.shown()).toEqual({ new: "offline" });
});

test("an agent that cannot be asked for makes the list be read again", async () => {
  const table = new Table(OFFLINE);
  table.answers.set("a", new Error("unreachable"));
  new FleetEvents(table).add(status("a", "offline"));
  await vi.advanceTimersByTimeAsync(200);
  expect(table.rereads).toBe(1);
});

test("older rows that arrive after an event do not undo it", async () => {
  const table = new Table({}, agent("a"));
  table.isBusy = true;
  new FleetEvents(table).add(status("a", "offline"));
  await vi.advanceTimersByTimeAsync(250);
  // The answer was on its way before the event happened.
  table.rows = pages(agent("a"));
  table.isBusy = false;
  await vi.advanceTimersByTimeAsync(150);
  expect(table.shown()).toEqual({ a: "offline" });
  const { changes } = table;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.changes).toBe(changes);
});

test("many agents are one reading of the list, and at most one in five seconds", async () => {
  const table = new Table(OFFLINE);
  const events = new FleetEvents(table);
  const storm = () => {
    for (let number = 0; number < 21; number += 1) events.add(status(`a${number}`, "offline"));
  };
  storm();
  await vi.advanceTimersByTimeAsync(200);
  expect([table.rereads, table.asked]).toEqual([1, []]);
  storm();
  await vi.advanceTimersByTimeAsync(200);
  events.add(status("late", "offline"));
  await vi.advanceTimersByTimeAsync(4_900);
  expect(table.rereads).toBe(1);
  await vi.advanceTimersByTimeAsync(100);
  expect([table.rereads, table.asked]).toEqual([2, []]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.rereads).toBe(2);
});

test("after the filter changed, events are for its rows", async () => {
  const before = new Table({}, agent("a"));
  const after = new Table({ client: 7 }, agent("a"));
  const events = new FleetEvents(before);
  events.add(status("a", "offline"));
  events.use(after);
  await vi.advanceTimersByTimeAsync(200);
  expect([before.changes, after.shown()]).toEqual([0, { a: "offline" }]);
});

test("types that only a newer server knows change no row", async () => {
  const table = new Table({}, agent("a"));
  const events = new FleetEvents(table);
  const newer = (data: object) =>
    ({ ...status("a", "online"), type: "agent.painted", data }) as unknown as AgentEvent;
  events.add(newer({ colour: "red" }));
  await vi.advanceTimersByTimeAsync(200);
  expect([table.changes, table.asked]).toEqual([0, []]);
  table.answers.set("a", agent("a"));
  events.add(newer({ agent_id: "a", status: "offline" }));
  await vi.advanceTimersByTimeAsync(200);
  expect([table.asked, table.shown()]).toEqual([["a"], { a: "online" }]);
});

test("stopped, it changes nothing until there is another event", async () => {
  const table = new Table({}, agent("a"));
  const events = new FleetEvents(table);
  events.add(status("a", "offline"));
  events.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(table.changes).toBe(0);
  events.add(status("a", "overdue"));
  await vi.advanceTimersByTimeAsync(200);
  expect(table.shown()).toEqual({ a: "overdue" });
});
