import { QueryClient } from "@tanstack/react-query";
import { beforeEach, expect, test, vi } from "vitest";
import type { Schema } from "../api/client";
import { firstLayout } from "../ui/grid/layout";
import { sorted } from "../ui/sorting";
import type { AgentRow } from "./fleetRows";

type FleetValue = Schema<"FleetValue">;

const metric = (agent_id: string, value: number | null, label = ""): FleetValue => ({
  agent_id,
  hostname: agent_id,
  client: "Acme",
  site: "Head office",
  label,
  time: value === null ? null : "2026-11-17T14:05:00Z",
  value,
});

/** What was asked for. */
let asked: string[] = [];

async function server(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  asked.push(pathname + search);
  return Response.json([metric("a", 91.26, "/var"), metric("b", null), metric("c", 7)]);
}

vi.stubGlobal("window", { location: { origin: "http://muster" }, addEventListener: () => {} });
vi.stubGlobal("fetch", server);
const { fleetMetricQuery } = await import("./queries");
const { METRIC_COLUMNS, metricColumnOf, withValues } = await import("./metricColumns");

beforeEach(() => {
  asked = [];
});

const agent = (agent_id: string) => ({ agent_id }) as AgentRow;
const agents = ["a", "b", "c", "new"].map(agent);
const plain = (text: string | undefined) => text?.replaceAll("\u00a0", " ");

async function disks() {
  const rows = await new QueryClient().fetchQuery(fleetMetricQuery("disk_used"));
  return metricColumnOf("disk_used", new Map(rows.map((row) => [row.agent_id, row])));
}

test("one request fills a column, and agents without a recent value are unknown", async () => {
  const column = await disks();
  expect(asked).toEqual(["/metrics/fleet/?name=disk_used"]);
  expect(agents.map((row) => plain(column.text?.(row)))).toEqual([
    "91.3 %",
    "Unknown",
    "7 %",
    "Unknown",
  ]);
});

test("the cell names the disk, and a file has the bare number", async () => {
  const column = await disks();
  expect(agents.map((row) => plain(column.tip?.(row)))).toEqual([
    "/var: 91.3 %",
    undefined,
    undefined,
    undefined,
  ]);
  expect(agents.map((row) => column.file?.(row))).toEqual(["91.26", "", "7", ""]);
});

test("agents are sorted by the value, the unknown ones last", async () => {
  const column = await disks();
  const ids = (order: string) => sorted(agents, order, [column]).map(({ agent_id }) => agent_id);
  expect(ids("metric:disk_used")).toEqual(["c", "a", "b", "new"]);
  expect(ids("-metric:disk_used")).toEqual(["a", "c", "b", "new"]);
});

test("the columns are there for everybody to choose, and off at first", () => {
  expect(METRIC_COLUMNS.map(({ id }) => id)).toEqual(
    expect.arrayContaining(["metric:cpu", "metric:memory", "metric:disk_used"]),
  );
  expect(firstLayout(METRIC_COLUMNS).shown).toEqual([]);
});

test("before the answer is there, cells are empty instead of unknown", () => {
  const column = metricColumnOf("cpu");
  expect(agents.map((row) => column.text?.(row))).toEqual(["", "", "", ""]);
});

test("a column with values takes the place of the one without", async () => {
  const column = await disks();
  const filled = withValues(METRIC_COLUMNS, [column]);
  expect(filled.map(({ id }) => id)).toEqual(METRIC_COLUMNS.map(({ id }) => id));
  expect(filled.find(({ id }) => id === "metric:disk_used")).toBe(column);
  expect(withValues(METRIC_COLUMNS, [])).toBe(METRIC_COLUMNS);
});
