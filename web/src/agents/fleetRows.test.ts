import { expect, test } from "vitest";
import type { ListPage } from "../api/client";
import type { LiveEvent } from "../live/connection";
import { type AgentRow, fleetFilter, rowsOf, withEvents } from "./fleetRows";

const page = (...ids: string[]): ListPage<AgentRow> => ({
  count: ids.length,
  next: null,
  previous: null,
  results: ids.map((agent_id) => ({ agent_id, status: "online", hostname: agent_id }) as AgentRow),
});
const event = (data: object) => ({ type: "agent.status", data }) as unknown as LiveEvent;

test("changed keys go into the row; pages without it stay the same", () => {
  const data = { pages: [page("a", "b"), page("c")], pageParams: [1, 2] };
  const after = withEvents(data, [
    event({ agent_id: "c", status: "offline" }),
    event({ agent_id: "c", last_seen: "2026-01-01T00:00:00Z" }),
  ]);
  expect(after?.pages[0]).toBe(data.pages[0]);
  expect(after?.pages[1]?.results[0]).toMatchObject({
    hostname: "c",
    status: "offline",
    last_seen: "2026-01-01T00:00:00Z",
  });
});

test("the address narrows the fleet by what it names and by nothing else", () => {
  expect(fleetFilter({ client: "3", type: "server", search: "disk", dialog: "x" })).toEqual({
    client: 3,
    monitoring_type: "server",
    search: "disk",
  });
});

test("an agent that stands on two pages is one row", () => {
  const data = { pages: [page("a", "b"), page("b", "c")], pageParams: [1, 2] };
  expect(rowsOf(data).map((row) => row.agent_id)).toEqual(["a", "b", "c"]);
});
