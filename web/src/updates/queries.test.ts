import { beforeEach, expect, test, vi } from "vitest";

/** What was asked for. */
let asked: URLSearchParams[] = [];

/** A server with three agents and two on a page, however many are asked for. */
async function server(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url);
  asked.push(searchParams);
  const isFirst = searchParams.get("page") === "1";
  const results = (isFirst ? ["a", "b"] : ["b", "c"]).map((agent_id) => ({ agent_id }));
  return Response.json({ count: 3, next: isFirst ? "more" : null, previous: null, results });
}

vi.stubGlobal("window", { location: { origin: "http://muster" }, addEventListener: () => {} });
vi.stubGlobal("localStorage", { getItem: () => null, setItem: () => {}, removeItem: () => {} });
vi.stubGlobal("fetch", server);
const { allAgentsWithUpdates } = await import("./queries");

beforeEach(() => {
  asked = [];
});

test("a file of the agents has all that match, whichever page is shown", async () => {
  const rows = await allAgentsWithUpdates({
    page: "2",
    show: "approved",
    search: "desk",
    site: "4",
  });
  expect(rows.map(({ agent_id }) => agent_id)).toEqual(["a", "b", "c"]);
  expect(asked.map((query) => query.get("page"))).toEqual(["1", "2"]);
  for (const query of asked) {
    expect(query.get("page_size")).toBe("1000");
    expect(query.get("search")).toBe("is:patchespending desk");
    expect(query.get("site")).toBe("4");
  }
});
