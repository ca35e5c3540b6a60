import { expect, test } from "vitest";
import type { ListPage } from "../api/client";
import type { AgentChanges } from "../live/events.gen";
import {
  type AgentEvent,
  type AgentRow,
  checksChange,
  fleetFilter,
  rowsOf,
  unsettled,
  withAgent,
  withEvents,
  withoutAgents,
} from "./fleetRows";

const page = (...ids: string[]): ListPage<AgentRow> => ({
  count: ids.length,
  next: null,
  previous: null,
  results: ids.map((agent_id) => ({ agent_id, status: "online", hostname: agent_id }) as AgentRow),
});
/** What every event has beside its type and data. */
const FRAME = { seq: 1, time: "2026-11-16T12:00:00Z", topic: "agents" } as const;
const status = (agent_id: string, status: AgentRow["status"] = "online"): AgentEvent => ({
  ...FRAME,
  type: "agent.status",
  data: { agent_id, status },
});
const updated = (agent_id: string, changed: AgentChanges): AgentEvent => ({
  ...FRAME,
  type: "agent.updated",
  data: { agent_id, changed },
});
const removed = (agent_id: string): AgentEvent => ({
  ...FRAME,
  type: "agent.removed",
  data: { agent_id },
});
const ids = (data: ReturnType<typeof withEvents>) => rowsOf(data).map((row) => row.agent_id);

test("changed keys go into the row; pages without it stay the same", () => {
  const data = { pages: [page("a", "b"), page("c")], pageParams: [1, 2] };
  const after = withEvents(data, [status("c", "offline"), updated("c", { description: "Till 3" })]);
  expect(after?.pages[0]).toBe(data.pages[0]);
  expect(after?.pages[1]?.results[0]).toMatchObject({
    hostname: "c",
    status: "offline",
    description: "Till 3",
  });
});

test("a change leaves the other rows of its page the same objects", () => {
  const data = { pages: [page("a", "b")], pageParams: [1] };
  const after = withEvents(data, [status("b", "offline")]);
  expect(after?.pages[0]?.results[0]).toBe(data.pages[0]?.results[0]);
});

test("an agent whose connection ended was last seen when it did", () => {
  const data = { pages: [page("a")], pageParams: [1] };
  const after = withEvents(data, [updated("a", { connected: false })]);
  expect(rowsOf(after)[0]).toMatchObject({
    connected: false,
    last_seen: "2026-11-16T12:00:00Z",
  });
});

test("a removed agent leaves the table and the count", () => {
  const data = { pages: [page("a", "b"), page("b", "c")], pageParams: [1, 2] };
  const after = withEvents(data, [removed("b")]);
  expect(ids(after)).toEqual(["a", "c"]);
  expect(after?.pages[0]?.count).toBe(1);
  expect(withoutAgents(data, new Set(["unknown"]))).toBe(data);
});

test("an agent that is new comes first, one that is known stays where it is", () => {
  const data = { pages: [page("a", "b")], pageParams: [1] };
  const known = withAgent(data, { agent_id: "b", hostname: "renamed" } as AgentRow);
  expect(rowsOf(known).map((row) => row.hostname)).toEqual(["a", "renamed"]);
  const added = withAgent(data, { agent_id: "n" } as AgentRow);
  expect(ids(added)).toEqual(["n", "a", "b"]);
  expect(added?.pages[0]?.count).toBe(3);
});

test("only agents that may have come or gone are asked about, each once", () => {
  const events: AgentEvent[] = [
    status("a"),
    updated("b", { description: "Till 3" }),
    { ...FRAME, type: "agent.added", data: { agent_id: "c", hostname: "new", key_changed: false } },
    { ...FRAME, type: "agent.moved", data: { agent_id: "c", changed: { site: 2 } } },
    removed("d"),
  ];
  expect(unsettled(events, {})).toEqual(["c"]);
  expect(unsettled(events, { status: "online" })).toEqual(["a", "c"]);
  expect(unsettled(events, { search: "is:online" })).toEqual(["a", "b", "c"]);
  expect(unsettled(events, { search: "till" })).toEqual(["b", "c"]);
});

test("an agent whose custom fields changed is asked about: the event has them in another form", () => {
  expect(unsettled([updated("a", { custom_fields: [] })], {})).toEqual(["a"]);
});

test("the address narrows the fleet by what it names and by nothing else", () => {
  expect(fleetFilter({ client: "3", type: "server", search: "disk", dialog: "x" })).toEqual({
    client: 3,
    monitoring_type: "server",
    search: "disk",
  });
});

test("an agent that is on two pages is one row", () => {
  const data = { pages: [page("a", "b"), page("b", "c")], pageParams: [1, 2] };
  expect(rowsOf(data).map((row) => row.agent_id)).toEqual(["a", "b", "c"]);
});

test("the result of a check changes the counts of its agent, and what has none changes nothing", () => {
  const checks = {
    total: 3,
    passing: 2,
    failing: 1,
    warning: 0,
    info: 0,
    has_failing_checks: true,
  };
  const event = { type: "check.result", data: { agent_id: "a", counts: { agent: checks } } };
  const change = checksChange({ ...FRAME, ...event });
  const after = change && withEvents({ pages: [page("a", "b")], pageParams: [] }, [change]);
  expect(rowsOf(after ?? undefined).map((row) => row.checks)).toEqual([checks, undefined]);
  // Whether a search still finds the agent has to be asked.
  expect(change && unsettled([change], { search: "is:checksfailing" })).toEqual(["a"]);
  expect(change && unsettled([change], {})).toEqual([]);
  expect([{}, { data: {} }, { data: { agent_id: "a" } }].map(checksChange)).toEqual([
    ...[null, null, null],
  ]);
});
