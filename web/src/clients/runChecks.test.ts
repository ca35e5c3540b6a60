import { beforeEach, expect, test, vi } from "vitest";
import { clients as words } from "./messages";

/** What was asked for. */
let asked: string[] = [];

async function server(request: Request): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  asked.push(`${request.method} ${pathname}${search}`);
  return Response.json({ id: 4, mode: "checks", counts: { total: 5, skipped: 2 } });
}

vi.stubGlobal("window", { location: { origin: "http://muster" }, addEventListener: () => {} });
vi.stubGlobal("fetch", server);
const { runChecksOf } = await import("./queries");

beforeEach(() => {
  asked = [];
});

test("the checks of a client and of a site are run by one request, which counts the agents", async () => {
  expect(await runChecksOf("client", 3)).toEqual({ total: 5, skipped: 2 });
  await runChecksOf("site", 7);
  expect(asked).toEqual([
    "POST /checks/client/3/csbulkrun/?detail=true",
    "POST /checks/site/7/csbulkrun/?detail=true",
  ]);
});

test("it is said on how many agents they run, and how many are skipped", () => {
  expect(words.checksRun("Acme", 3, 0)).toBe("Acme: checks are running on 3 agents.");
  expect(words.checksRun("Acme", 1, 2)).toBe(
    "Acme: checks are running on 1 agent. 2 agents were skipped.",
  );
  expect(words.checksRun("Acme", 0, 1)).toBe(
    "No check of Acme was started: its agent was skipped.",
  );
  expect(words.checksRun("Acme", 0, 2)).toBe(
    "No check of Acme was started: all its agents were skipped.",
  );
});
