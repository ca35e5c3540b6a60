import { MantineProvider } from "@mantine/core";
import { QueryClient } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, expect, test, vi } from "vitest";
import type { Values } from "./graphs";
import type { Measured } from "./queries";
import type { View } from "./range";
import type { AgentMetrics, MetricSeries } from "./types";

// There is no canvas here; the words do not need one.
vi.mock("./Plot", () => ({ default: () => null }));

/** What was asked for. */
let asked: URL[] = [];

/** Long ago, so that nothing of it is "now". */
const FROM = Date.parse("2020-11-10T08:00Z") / 1000;
const VIEW: View = { range: "day", zoom: { from: FROM, to: FROM + 1_500 } };

const series = (
  name: MetricSeries["name"],
  label: string,
  unit: string,
  mean: Values,
): MetricSeries => ({
  ...{ name, label, unit, mean },
  min: mean.map((value) => value && value - 1),
  max: mean.map((value) => value && value + 1),
});

/** What each agent has measured. */
const MEASURED: Record<string, MetricSeries[]> = {
  mine: [
    series("cpu", "", "percent", [10, 96, null, 40, 12]),
    series("disk_used", "/", "percent", [50, 50, null, 50, 50]),
    series("disk_used", "/var", "percent", [null, null, null, null, null]),
  ],
  theirs: [series("cpu", "", "percent", [20, 20, 20, 20, 20])],
};

/** A server that makes one value of five minutes. */
async function server(request: Request): Promise<Response> {
  const url = new URL(request.url);
  asked.push(url);
  const metrics: AgentMetrics = {
    from: "2020-11-10T08:00:00Z",
    to: "2020-11-10T08:25:00Z",
    bucket_seconds: 300,
    times: [0, 300, 600, 900, 1_200].map((after) => FROM + after),
    series: MEASURED[url.pathname.split("/")[2] ?? ""] ?? [],
  };
  return Response.json(metrics);
}

vi.stubGlobal("window", { location: { origin: "http://muster" }, addEventListener: () => {} });
vi.stubGlobal("fetch", server);
const { metricsQuery } = await import("./queries");
const { GraphList } = await import("./GraphList");

beforeEach(() => {
  asked = [];
});

const read = (agentId: string, other = "") =>
  new QueryClient().fetchQuery(metricsQuery(agentId, other, VIEW));

/** The page as a person without eyes for graphs gets it. */
function shown(measured: Measured, table = "", isZoomed = true): string {
  const nothing = () => {};
  const page = renderToStaticMarkup(
    <MantineProvider>
      <GraphList
        measured={measured}
        other="web-2"
        table={table}
        isZoomed={isZoomed}
        onTable={nothing}
        onZoom={nothing}
        onBack={nothing}
      />
    </MantineProvider>,
  );
  return page.replaceAll("\u00a0", " ");
}

const inTags = (page: string, tag: string) =>
  [...page.matchAll(new RegExp(`<${tag}(?: [^>]*)?>(.*?)</${tag}>`, "g"))].map(([, inside]) =>
    (inside ?? "").replaceAll(/<[^>]*>/g, ""),
  );

test("one request asks for what is drawn, in the time that is shown", async () => {
  await read("mine");
  expect(asked.map(({ pathname }) => pathname)).toEqual(["/agents/mine/metrics/"]);
  const query = asked[0]?.searchParams;
  expect(query?.get("from")).toBe(String(FROM));
  expect(query?.get("to")).toBe(String(FROM + 1_500));
  expect(query?.get("points")).toBe("500");
  expect(query?.get("names")?.split(",")).toContain("temperature");
});

test("each graph with data says in words what it shows", async () => {
  const page = shown(await read("mine"));
  expect(inTags(page, "h2")).toEqual(["Processor", "Disks used"]);
  const [cpu, disk, ...more] = inTags(page, "li");
  expect(cpu).toMatch(/^Processor: last 12 % at .+, highest 97 % at .+$/);
  expect(disk).toMatch(/^\/: last 50 % at .+, highest 51 % at .+$/);
  expect(more).toEqual([]);
});

test("the table of a graph has the newest value first, and no row where nothing is known", async () => {
  const measured = await read("mine");
  expect(inTags(shown(measured), "td")).toEqual([]);
  expect(inTags(shown(measured, "cpu"), "td")).toEqual([
    "12 % (11 % to 13 %)",
    "40 % (39 % to 41 %)",
    "96 % (95 % to 97 %)",
    "10 % (9 % to 11 %)",
  ]);
});

test("another agent is asked about the same time, and its lines bear its name", async () => {
  const page = shown(await read("mine", "theirs"));
  expect(asked.map(({ pathname }) => pathname)).toEqual([
    "/agents/mine/metrics/",
    "/agents/theirs/metrics/",
  ]);
  expect(asked[1]?.search).toBe(asked[0]?.search);
  expect(inTags(page, "li")[1]).toMatch(/^Processor \(web-2\): last 20 %/);
});

test("without measurements the page says so, and leads out of a zoom", async () => {
  const measured = await read("empty");
  expect(shown(measured)).toContain("No measurements in this time");
  expect(inTags(shown(measured), "button")).toEqual(["Back to the chosen range"]);
  expect(inTags(shown(measured, "", false), "button")).toEqual([]);
});
